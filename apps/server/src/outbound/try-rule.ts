import type { AnswerOf, calls, RequestOf } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { hitsFacts } from './judge.ts';
import type { Rule } from './judge.ts';
import type { RuleMatcher } from './matching/rule-matcher.ts';
import { checkedValue } from './rule-values.ts';

type Test = typeof calls.adminDlp.test;

/**
 * Tries a rule on what an administrator enters: a text for words and patterns, a name for suffixes, bytes, or a level. Throws DLP_… for a value
 * that does not fit the kind, and DLP_PATTERN_COMPLEX if it takes too long.
 */
export async function tryRule(matcher: RuleMatcher, input: RequestOf<Test>): Promise<AnswerOf<Test>> {
  const { kind, text } = input;
  const value = checkedValue(kind, input.value);
  if (kind === 'keyword' || kind === 'pattern') {
    const places = await matcher.places(text, { kind, value });
    if (places === null) throw new Failure('DLP_PATTERN_COMPLEX', { field: 'value' });
    return { found: places.length > 0, places };
  }
  const rule: Rule = { name: '', kind, value, action: 'review', revision: 0 };
  const entered = text.trim();
  const size = Number(entered.replace(/[\s,]/g, ''));
  const sensitivity = entered === 'high' || entered === 'internal' ? entered : 'normal';
  const found = hitsFacts(rule, { name: entered, size: Number.isFinite(size) ? size : 0, sensitivity });
  return { found, places: found ? [[text.indexOf(entered), entered.length]] : [] };
}
