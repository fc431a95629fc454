/** What the content rules say of names and words that have no content: of folders, and of links. Pure. */
import { judge, looksIntoText, releaseOf } from './judge.ts';
import type { Decision, Judgement, Release, Rule } from './judge.ts';

/** By the rules that look for words: a folder has no size and no kind. */
export function judgeNames(rules: readonly Rule[], names: readonly string[]): Judgement {
  const byWords = rules.filter(looksIntoText);
  const all = names.map((name) => judge(byWords, { name, size: 0, sensitivity: 'normal', text: 'none' }));
  const refusedBy = all.find((one) => one.refusedBy !== null)?.refusedBy ?? null;
  return { refusedBy, found: refusedBy === null ? [...new Set(all.flatMap(({ found }) => found))] : [], open: null };
}

/**
 * Whether visitors may see a folder. Where everything is reviewed, the names of folders wait only for what a rule finds in them: a new folder that holds
 * nothing would be a review of nothing else.
 */
export function releaseOfFolder(judgement: Judgement, decision: Decision): Exclude<Release, 'verifying'> {
  const release = releaseOf(judgement, decision, false);
  return release === 'verifying' ? 'hidden' : release;
}
