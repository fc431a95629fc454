import { foldText, unitsOf } from '../search-text.ts';

/** Whether some part of the name, as written or as read, differs from the folded keyword by at most that many letters. */
export async function isAlike(name: string, keyword: string, forgives: number): Promise<boolean> {
  if (distanceWithin(foldText(name), keyword) <= forgives) return true;
  const read = (await unitsOf(name, 'department')).map(({ reading }) => reading).join('');
  return distanceWithin(read, keyword) <= forgives;
}

/**
 * The fewest changed, added, missing or swapped letters with which the keyword occurs in the text: the Damerau–Levenshtein distance, where
 * the rest of the text before and after costs nothing.
 */
export function distanceWithin(text: string, keyword: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: keyword.length + 1 }, (_, at) => at);
  let best = keyword.length;
  for (let end = 1; end <= text.length; end += 1) {
    const row = [0];
    for (let at = 1; at <= keyword.length; at += 1) {
      const same = text[end - 1] === keyword[at - 1] ? 0 : 1;
      let least = Math.min(before[at - 1]! + same, before[at]! + 1, row[at - 1]! + 1);
      const swapped = end > 1 && at > 1 && text[end - 1] === keyword[at - 2] && text[end - 2] === keyword[at - 1];
      if (swapped) least = Math.min(least, twoBefore[at - 2]! + 1);
      row.push(least);
    }
    best = Math.min(best, row[keyword.length]!);
    [twoBefore, before] = [before, row];
  }
  return best;
}
