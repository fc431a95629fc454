import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgreementVersion } from '@alcove/contract';
import { changesSince } from './changes-since.ts';
import { splitText } from './split-text.ts';

test('a text without headings is all introduction, and a heading in code does not split it', () => {
  assert.deepEqual(splitText('1. 一\n2. 二'), { intro: '1. 一\n2. 二', sections: [] });
  assert.deepEqual(splitText('前言\n\n## 一 ##\n甲\n\n```\n## 不是标题\n```\n### 小标题\n## 二'), {
    intro: '前言',
    sections: [
      { title: '一', body: '甲\n\n```\n## 不是标题\n```\n### 小标题' },
      { title: '二', body: '' },
    ],
  });
});

test('what changed since an edition names each document once, with its notes', () => {
  const version = (document: AgreementVersion['document'], number: number, edition: number, note: string): AgreementVersion => ({
    document,
    number,
    edition,
    time: '2026-11-26T00:00:00Z',
    note: { 'zh-CN': note, 'en-US': '' },
    asks: true,
  });
  const versions = [
    version('usageRules', 3, 6, ''),
    version('privacyPolicy', 2, 5, '保存期限'),
    version('usageRules', 2, 4, '外发'),
    version('usageRules', 1, 3, ''),
  ];
  assert.deepEqual(
    changesSince(versions, 3).map(({ document, number, notes }) => [document, number, notes.map(({ edition }) => edition)]),
    [
      ['usageRules', 3, [4]],
      ['privacyPolicy', 2, [5]],
    ],
  );
  assert.deepEqual(changesSince(versions, 6), []);
});
