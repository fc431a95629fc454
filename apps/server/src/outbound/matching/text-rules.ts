import { keywordFinder } from './keyword-finder.ts';
import { isFound, patternOf } from './pattern.ts';

/** A rule that looks into texts. `revision` stands for its kind and value. */
export interface TextRule {
  revision: number;
  kind: 'keyword' | 'pattern';
  value: string;
}

export interface Outcome {
  revisions: number[];
  found: number[];
}

/** Compares a folded text with rules: all keywords at once, then pattern by pattern, so that what is done is known if one takes too long. */
export function* compare(folded: string, rules: readonly TextRule[]): Generator<Outcome> {
  const keywords = rules.filter(({ kind }) => kind === 'keyword');
  if (keywords.length > 0) yield { revisions: keywords.map(({ revision }) => revision), found: [...keywordFinder(keywords)(folded)] };
  for (const { kind, revision, value } of rules)
    if (kind === 'pattern') yield { revisions: [revision], found: isFound(patternOf(value), folded) ? [revision] : [] };
}
