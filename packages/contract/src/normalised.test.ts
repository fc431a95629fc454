import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName, nameFault } from './names.ts';
import { hasEndlessMarks, normalised } from './normalised.ts';

const marks = (count: number): string => '\u0315\u0300'.repeat(count / 2);

test('marks without end do not take the square of their number, whatever form is asked for, kana marks among them', () => {
  for (const endless of [`a${marks(200_000)}`, '\uff9e\u0315'.repeat(100_000), `a${marks(30)}`.repeat(10_000)])
    for (const form of ['NFC', 'NFKC'] as const) {
      const began = process.cpuUsage();
      normalised(endless, form);
      const { user } = process.cpuUsage(began);
      assert.ok(user < 300_000, `${user / 1000} ms`);
    }
});

test('every mark that a form of Unicode can put in order counts as one', () => {
  for (let code = 0; code < 0x110000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    // Characters whose decomposition begins with a mark that canonical ordering may move.
    const apart = character.normalize('NFKD');
    const moves =
      /^\p{M}/u.test(apart) &&
      (`${apart}\u0301`.normalize('NFD') !== `${apart}\u0301` || `\u0301${apart}`.normalize('NFD') !== `\u0301${apart}`);
    if (moves) assert.ok(hasEndlessMarks(character.repeat(31)), code.toString(16));
  }
});

test('an endless row of marks is noticed wherever in a text it begins', () => {
  for (const mark of ['\u0315', '\uff9e', '\u{1d165}'])
    for (let before = 0; before < 70; before += 1) {
      assert.ok(hasEndlessMarks('重'.repeat(before) + mark.repeat(31) + 'a'), `${before} before`);
      assert.ok(!hasEndlessMarks('重'.repeat(before) + mark.repeat(30) + 'a'), `${before} before`);
    }
});

test('names with marks as languages have them are normalised; one with an endless row of them is no name', () => {
  assert.equal(normalised('e\u0301'), '\u00e9');
  assert.equal(normalised('ﬁ', 'NFKC'), 'fi');
  assert.equal(nameFault(`a${marks(30)}.txt`), null);
  assert.equal(nameFault(`a${marks(32)}.txt`), 'NAME_FORBIDDEN');
  assert.equal(foldName('E\u0301'), '\u00e9');
});
