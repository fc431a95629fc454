import type { MatchedPart } from '@alcove/contract';
import type { NameUnit } from '../search-text.ts';

/**
 * The part of a name that a folded keyword matched, or null. Either the characters match, or their readings one after the other. Each
 * reading may be cut short (`linrx` for 林若溪), and marks between them are skipped.
 */
export function matchedPart(units: readonly NameUnit[], keyword: string): MatchedPart | null {
  const failed = new Set<number>();
  for (let first = 0; first < units.length; first++) {
    const end = endOf(units, first, keyword, failed);
    if (end !== null) return [units[first]!.start, end];
  }
  for (const { start, end, text } of units) {
    const at = text.length === end - start ? text.indexOf(keyword) : -1;
    if (at >= 0) return [start + at, start + at + keyword.length];
  }
  return null;
}

/**
 * Where the match that starts with the unit `first` ends, or null. `failed` are the steps from which the rest of the keyword does not
 * match, however they were reached. None is tried twice, which bounds the time.
 */
function endOf(units: readonly NameUnit[], first: number, keyword: string, failed: Set<number>): number | null {
  const walk = (index: number, at: number): number | null => {
    const unit = units[index];
    const key = index * keyword.length + at;
    if (!unit || failed.has(key)) return null;
    for (const { length, end } of bites(unit, keyword, at)) {
      if (at + length === keyword.length) return end;
      const found = walk(index + 1, at + length);
      if (found !== null) return found;
    }
    const passedOver = isMark(unit) && index > first ? walk(index + 1, at) : null;
    if (passedOver === null) failed.add(key);
    return passedOver;
  };
  return walk(first, 0);
}

const isMark = ({ text, reading }: NameUnit): boolean => reading === '' && !/^[\p{L}\p{N}]$/u.test(text);

/** How many letters of the keyword, from `at` on, a unit can match, the most first, and where each match would end in the name. */
function bites(unit: NameUnit, keyword: string, at: number): { length: number; end: number }[] {
  const written = commonLength(unit.text, keyword, at);
  const read = commonLength(unit.reading, keyword, at);
  const found = [];
  for (let length = Math.max(written, read); length > 0; length--) {
    const inside = length <= written && unit.text.length === unit.end - unit.start;
    found.push({ length, end: inside ? unit.start + length : unit.end });
  }
  return found;
}

function commonLength(text: string, keyword: string, at: number): number {
  let length = 0;
  while (length < text.length && text[length] === keyword[at + length]) length++;
  return at + length > keyword.length ? keyword.length - at : length;
}
