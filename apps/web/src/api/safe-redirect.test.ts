import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectWithin } from './safe-redirect.ts';

const after = (wanted: string | null) => redirectWithin({ origin: 'https://drive.example', base: '/disk' }, wanted);

test('a sign-in leads back to a deep link with its query, and its Chinese names', () => {
  const deep = `/disk/fileShare?folder=${encodeURIComponent('年度 预算')}&page=2#末尾`;
  assert.equal(decodeURIComponent(after(deep)), '/disk/fileShare?folder=年度 预算&page=2#末尾');
  assert.equal(after('https://drive.example/disk/groupFile'), '/disk/groupFile');
});

test('a sign-in leads nowhere else, however that is written, and not in circles', () => {
  const elsewhere = [
    null,
    '',
    'https://evil.example/disk/personalFile',
    '//evil.example/disk/',
    '/\\evil.example/disk/',
    '\\\\evil.example',
    '/disk//evil.example',
    '/disk/%2e%2e//evil.example',
    '/disk/..//evil.example',
    '/disk\\\\evil.example',
    'https://drive.example@evil.example/disk/',
    'https://drive.example.evil.example/disk/',
    'http://drive.example/disk/',
    'javascript:alert(1)',
    'data:text/html,x',
    '\thttps://evil.example/disk/',
    '/disk/\t/evil.example',
    '/api/other',
    '/disk',
    '/disk/signIn?redirect=%2Fdisk%2FgroupFile',
    '/disk/ADlogin',
    '/disk/newPassword',
    '/disk/setUpFactor',
  ];
  for (const wanted of elsewhere) assert.equal(after(wanted), '/disk/personalFile', String(wanted));
});
