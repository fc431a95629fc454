import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceWithin, isAlike } from './is-alike.ts';
import { halvesOf, keysIn, piecesOfName, soundOf, termsOf } from './name-keys.ts';
import { matchesOf } from './present-found.ts';

import { cpuSince } from '../testing/cpu-time.ts';
async function isFound(name: string, keyword: string): Promise<boolean> {
  const has = await piecesOfName(name);
  const terms = await termsOf(keyword);
  return terms.length > 0 && terms.every(({ pieces }) => pieces.length > 0 && pieces.every((piece) => has.has(piece)));
}

const cases: [name: string, found: string[], not: string[]][] = [
  [
    '2026年第三季度报告-终稿.docx',
    '季 报告 季度 季度报告 第三季度报告-终稿 2026 2026年 jdbg jidubaogao baogao jdbaogao jidubg baog bg b bao doc docx 终稿.docx'.split(
      ' ',
    ),
    ['报季', '合同', 'hetong', 'dgb', 'xlsx', '2027', 'gaobao'],
  ],
  [
    'Quarterly Report (final) v2.pdf',
    ['quarterly', 'REPORT', 'port', 'qr', 'q', 'fin', 'v2', 'report final', 'final report', 'pdf'],
    ['z', 'rq'],
  ],
  ['重庆银行对账单.xlsx', ['chongqing', 'yinhang', 'cqyh', 'cqyinhang', 'dzd'], ['zhongqing', 'yinxing']],
  ['100% 🚀 计划_v1.txt', ['%', '🚀', '100%', 'jh', 'jihua', '_', 'v1'], ['&', '101']],
  ['PPT模板v2.pptx', ['模板', 'mb', 'muban', 'pptmb', 'ppt模板', 'mbv2'], ['模式']],
  ['Ünïcode — naïve.md', ['ünï', 'naïve', 'NAÏ'], ['nax']],
];
for (const [name, found, not] of cases)
  test(`${name} is found by what one would type for it, and by nothing else`, async () => {
    for (const keyword of found) assert.equal(await isFound(name, keyword), true, keyword);
    for (const keyword of not) assert.equal(await isFound(name, keyword), false, keyword);
  });

test('nothing but spaces and what cannot be seen asks for nothing', async () => {
  for (const keyword of ['', '   ', '\u200b', '\u3000\u2060']) assert.deepEqual(await termsOf(keyword), []);
});

test('a long name costs little, whatever stands in it', async () => {
  const cpu = cpuSince();
  for (const name of ['的'.repeat(128), 'a'.repeat(128), 'ab'.repeat(64), 'a b '.repeat(32), '%'.repeat(128), '9'.repeat(128)]) {
    assert.ok((await piecesOfName(name)).size < 2000);
    await matchesOf(name, name.slice(0, 100) + 'x');
  }
  assert.ok(cpu() < 3000);
});

test('the same piece in another space is another key', () => {
  const [one, other] = [keysIn('space one', ['=报', '^b']), keysIn('space two', ['=报', '^b'])];
  assert.equal(new Set([...one, ...other]).size, 4);
  assert.deepEqual(keysIn('space one', ['^b', '^b']), [one[1]]);
});

test('the parts that match are told, word by word, and join where they meet', async () => {
  assert.deepEqual(await matchesOf('第三季度报告.docx', '季度'), [[2, 4]]);
  assert.deepEqual(await matchesOf('第三季度报告.docx', 'jdbg'), [[2, 6]]);
  assert.deepEqual(await matchesOf('季度-报告.docx', 'jdbg'), [[0, 5]]);
  assert.deepEqual(await matchesOf('report final.pdf', 'final rep'), [
    [0, 3],
    [7, 12],
  ]);
  assert.deepEqual(await matchesOf('季度报告.docx', '季度 度报'), [[0, 3]]);
  assert.deepEqual(await matchesOf('报告.docx', '合同'), []);
});

test('how far a slip of the finger may go', async () => {
  assert.equal(distanceWithin('annual report.pdf', 'report'), 0);
  assert.equal(distanceWithin('annual report.pdf', 'reprot'), 1);
  assert.equal(distanceWithin('annual report.pdf', 'repprt'), 1);
  assert.equal(distanceWithin('annual report.pdf', 'invoice') > 2, true);
  assert.equal(await isAlike('季度报告.docx', 'jidubaogoa', 2), true);
  const [term] = await termsOf('reprot');
  assert.deepEqual(halvesOf(term!), { first: ['rep'], second: ['rot'], forgives: 1 });
  for (const short of ['repo', '季度报告', '100%']) assert.equal(halvesOf((await termsOf(short))[0]!), null, short);
});

test('what is written in characters is also known by its sound', async () => {
  assert.equal(await soundOf('季度抱告'), 'jidubaogao');
  assert.equal(await soundOf('report'), '');
});
