import { foldForRules } from './fold.ts';

export interface Keywords {
  revision: number;
  /** One a line. */
  value: string;
}

interface Word {
  word: string;
  revision: number;
}

/** The keywords of a rule, folded. */
export const wordsIn = (value: string): string[] =>
  value
    .split('\n')
    .map(foldForRules)
    .filter((word) => word.length > 1);

const startOf = (text: string, at: number): number => text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1);

/**
 * Finds the rules of which a folded text contains a keyword. All keywords are looked for in one pass, by their first two characters: looking
 * for each by itself would read a text thousands of times.
 */
export function keywordFinder(rules: readonly Keywords[]): (folded: string) => Set<number> {
  const byStart = new Map<number, Word[]>();
  for (const { revision, value } of rules)
    for (const word of wordsIn(value)) {
      const start = startOf(word, 0);
      byStart.set(start, [...(byStart.get(start) ?? []), { word, revision }]);
    }
  return (folded) => {
    const found = new Set<number>();
    if (byStart.size === 0) return found;
    for (let at = 0; at + 1 < folded.length && found.size < rules.length; at += 1)
      for (const { word, revision } of byStart.get(startOf(folded, at)) ?? [])
        if (!found.has(revision) && folded.startsWith(word, at)) found.add(revision);
    return found;
  };
}
