import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf } from './link-message.ts';

const link = {
  name: '产品发布会物料',
  url: 'https://alcove.example/disk/fileDownload?link=h7Qe',
  permissions: ['preview', 'download'],
  expireTime: null,
  note: '请在周五前看完',
} as const;

test('one fact a line, in the language that was asked for, with the password where it is known', () => {
  const told = { ...link, permissions: [...link.permissions] };
  assert.equal(
    messageOf(told, '7Kd2qP', 'zh-CN'),
    '我用云阁给你分享了「产品发布会物料」\n链接：https://alcove.example/disk/fileDownload?link=h7Qe\n密码：7Kd2qP\n备注：请在周五前看完',
  );
  assert.equal(
    messageOf({ ...told, note: '' }, undefined, 'en-US'),
    'I shared “产品发布会物料” with you in Alcove\nLink: https://alcove.example/disk/fileDownload?link=h7Qe',
  );
});

test('a link that collects files asks for them', () => {
  assert.match(messageOf({ ...link, permissions: ['upload'] }, undefined, 'zh-CN'), /^请把文件上传到「产品发布会物料」/);
});
