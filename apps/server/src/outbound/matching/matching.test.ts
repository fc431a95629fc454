/** Words and patterns in texts: what counts as the same, and that no text and no pattern holds anybody up. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import { foldForRules } from './fold.ts';
import { placesOf } from './places.ts';
import { openRuleMatcher } from './rule-matcher.ts';
import type { RuleMatcher } from './rule-matcher.ts';
import { compare } from './text-rules.ts';
import type { TextRule } from './text-rules.ts';

let matcher: RuleMatcher;
before(() => (matcher = openRuleMatcher()));
after(() => matcher.stop());

const keyword = (value: string, revision = 1): TextRule => ({ kind: 'keyword', value, revision });
const pattern = (value: string, revision = 1): TextRule => ({ kind: 'pattern', value, revision });
const finds = (rule: TextRule, text: string): boolean => [...compare(foldForRules(text), [rule])].some(({ found }) => found.length > 0);

test('a keyword is found in whatever width, case, line and invisible sign it is written', () => {
  for (const text of ['项目机密资料', '机 密', '机\n密', '机\u200b密', '机\u00ad\u2060密', '绝密'])
    assert.ok(finds(keyword('机密\n绝密'), text), JSON.stringify(text));
  for (const text of ['CONFIDENTIAL', 'ｃｏｎｆｉｄｅｎｔｉａｌ', 'con\u200dfidential', 'ﬁle: confidential'])
    assert.ok(finds(keyword('Confidential'), text), text);
  assert.ok(finds(keyword('top secret'), 'Top   \n Secret'));
  for (const text of ['机要秘密', '密机', 'confidentia l', '']) assert.ok(!finds(keyword('机密\nconfidential'), text), text);
});

test('a pattern is found without regard to case, across lines, and by whole text', () => {
  assert.ok(finds(pattern('\\b\\d{17}[\\dX]\\b'), '身份证：11010519491231002x。'));
  assert.ok(finds(pattern('合同.{0,10}金额'), '合同\n总金额'));
  assert.ok(finds(pattern('^Draft'), 'draft of a letter'));
  assert.ok(!finds(pattern('^Draft'), 'a draft'));
  assert.ok(!finds(pattern('\\d{18}'), '1101051949123100'));
});

test('many rules are told apart in one pass', () => {
  const rules = [keyword('甲方\n乙方', 1), keyword('甲方公司', 2), pattern('甲.公司', 3), keyword('丙方', 4)];
  const found = [...compare('合同的甲方公司', rules)].flatMap((outcome) => outcome.found);
  assert.deepEqual(found.sort(), [1, 2, 3]);
});

test('places are those of the text as it was entered', () => {
  const text = 'Ａ项目：机 密\u200b文件，MİXED １２3';
  const shown = (kind: 'keyword' | 'pattern', value: string) =>
    placesOf(kind, value, text).map(([from, length]) => text.slice(from, from + length));
  assert.deepEqual(shown('keyword', '机密文件\na项目'), ['Ａ项目', '机 密\u200b文件']);
  assert.deepEqual(shown('pattern', '\\d+'), ['１２3']);
  assert.equal(placesOf('keyword', 'aa', 'a'.repeat(1000)).length, 100);
});

test('places and the comparison of whole texts agree on what is found', () => {
  const letters = fc.constantFrom('机', '密', 'a', 'Ａ', 'b', ' ', '\n', '\u200b', '.', 'é', 'e\u0301', '①');
  const texts = fc.string({ unit: letters, maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.string({ unit: letters, minLength: 2, maxLength: 4 }), (text, word) => {
      if (foldForRules(word).length < 2) return;
      assert.equal(placesOf('keyword', word, text).length > 0, finds(keyword(word), text));
    }),
    { numRuns: 2000 },
  );
});

test('a catastrophic pattern on a mebibyte is linear, and nobody waits for it', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const hostile: [string, string][] = [
    ['(a+)+$', `${'a'.repeat(2 ** 20 - 1)}b`],
    ['(x+x+)+y', 'x'.repeat(2 ** 20)],
    ['(.*)*=', 'x'.repeat(2 ** 20)],
  ];
  for (const [value, text] of hostile) {
    delay.enable();
    const began = performance.now();
    assert.deepEqual(await matcher.compare(text, [pattern(value)]), { found: [], slow: [] });
    const tookMs = performance.now() - began;
    delay.disable();
    assert.ok(tookMs < 20_000, `${value} took ${tookMs} ms`);
    assert.ok(delay.max / 1e6 < 500, `${value} held up others for ${delay.max / 1e6} ms`);
  }
});

test('a rule that takes too long is named, and the others are judged nevertheless', async (t) => {
  const hasty = openRuleMatcher({ timeoutMs: 1500 });
  t.after(() => hasty.stop());
  const slow = pattern('[\\p{L}]{1,190}z{2}', 2);
  const compared = await hasty.compare(`abcdefgh`.repeat(2 ** 17), [keyword('abc', 1), slow, pattern('hab', 3)]);
  assert.deepEqual({ ...compared, found: compared.found.sort() }, { found: [1, 3], slow: [2] });
  assert.deepEqual(await hasty.compare('机密', [keyword('机密', 4)]), { found: [4], slow: [] });
});

test('what comes at once is answered one after the other, each its own', async () => {
  const texts = ['一 甲', '二 乙', '三 甲乙', '四'];
  const rules = [keyword('甲', 1), keyword('二 乙', 2)].map((rule) => ({ ...rule, value: `${rule.value}\n${rule.value}` }));
  const answers = await Promise.all(texts.map((text) => matcher.compare(text, [pattern('甲', 5), ...rules])));
  assert.deepEqual(
    answers.map(({ found }) => found),
    [[5], [2], [5], []],
  );
});
