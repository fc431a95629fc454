/** Each kind of rule, what it does to a file, and what is known of the file's text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DlpAction, DlpKind } from '@alcove/contract';
import { judge, needsReview, releaseOf } from './judge.ts';
import type { JudgedFile, KnownText, Rule } from './judge.ts';

let revisions = 0;
const rule = (kind: DlpKind, value: string, action: DlpAction = 'review'): Rule => {
  revisions += 1;
  return { name: `${kind} ${value}`, kind, value, action, revision: revisions };
};
const file: JudgedFile = { name: '预算.TAR.GZ', size: 100, sensitivity: 'internal', text: 'none' };

test('each kind hits what it is for, and not its neighbour', () => {
  const cases: [DlpKind, string, string][] = [
    ['keyword', '预算', '决算'],
    ['pattern', '^预.\\.', '^算'],
    ['suffix', 'zip, tar.gz', 'ar.gz, z'],
    ['size', '100', '101'],
    ['sensitivity', 'internal', 'high'],
  ];
  for (const [kind, hits, misses] of cases) {
    const [one, other] = [rule(kind, hits), rule(kind, misses)];
    assert.deepEqual(judge([one, other], file).found, [one.name], kind);
    assert.equal(judge([rule(kind, hits, 'refuse'), other], file).refusedBy, `${kind} ${hits}`);
  }
  assert.deepEqual(judge([rule('sensitivity', 'normal')], { ...file, sensitivity: 'normal' }).found.length, 1);
});

test('what a rule looks for counts, not its number, which rules of two databases share', () => {
  const named = (value: string): Rule => ({ ...rule('keyword', value), revision: 0 });
  const [hits, misses] = [named('预算'), named('决算')];
  assert.deepEqual(judge([misses], file).found, []);
  assert.deepEqual(judge([hits], file).found, [hits.name]);
});

test('a text is open until it was compared with every rule that looks into it', () => {
  const [reviews, refuses, size] = [rule('keyword', '机密'), rule('pattern', '绝密', 'refuse'), rule('size', '1000')];
  const all = [reviews, refuses, size];
  const known = (judged: Rule[], found: Rule[] = [], whole = true): KnownText => ({
    judged: judged.map(({ revision }) => revision),
    found: found.map(({ revision }) => revision),
    whole,
  });
  const judged = (text: KnownText, rules = all) => judge(rules, { ...file, text });
  assert.equal(judged('waiting').open, 'refuse');
  assert.equal(judged('waiting', [reviews, size]).open, 'review');
  assert.equal(judged('waiting', [size]).open, null);
  assert.equal(judged(known([reviews])).open, 'refuse');
  assert.equal(judged(known([refuses])).open, 'review');
  assert.deepEqual(judged(known([reviews, refuses])), { refusedBy: null, found: [], open: null });
  assert.deepEqual(judged(known([reviews, refuses], [reviews])).found, [reviews.name]);
  assert.equal(judged(known([reviews, refuses], [refuses])).refusedBy, refuses.name);
  // What could not be read whole is looked at by somebody, once there are rules for texts.
  for (const text of ['unread', known([reviews, refuses], [], false)] as const) {
    assert.deepEqual(judged(text).found, [null]);
    assert.deepEqual(judged(text, [size]).found, []);
  }
});

test('what goes out: an approval outweighs a finding, but neither a refusal nor what a refusing rule has not seen', () => {
  const clean = { refusedBy: null, found: [], open: null };
  const found = { ...clean, found: ['a rule'] };
  const cases = [
    [clean, null, false, 'released'],
    [clean, null, true, 'verifying'],
    [clean, 'approved', true, 'released'],
    [found, null, false, 'verifying'],
    [found, 'approved', false, 'released'],
    [found, 'refused', false, 'refused'],
    [{ ...clean, open: 'review' }, null, false, 'verifying'],
    [{ ...clean, open: 'review' }, 'approved', false, 'released'],
    [{ ...clean, open: 'refuse' }, 'approved', false, 'verifying'],
    [{ ...clean, refusedBy: 'a rule' }, 'approved', true, 'refused'],
  ] as const;
  for (const [judgement, decision, everything, expected] of cases)
    assert.equal(
      releaseOf({ ...judgement, found: [...judgement.found] }, decision, everything),
      expected,
      JSON.stringify([judgement, decision]),
    );
  assert.deepEqual(
    [
      needsReview(found, null, false),
      needsReview(clean, null, true),
      needsReview(clean, null, false),
      needsReview(found, 'approved', true),
    ],
    [true, true, false, false],
  );
  assert.equal(needsReview({ ...found, open: 'review' }, null, true), null);
});
