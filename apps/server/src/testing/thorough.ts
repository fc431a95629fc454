/** Whether the whole product of cases runs (`./test --thorough`), and the fixed sample that the ordinary run takes of it. */
export const thorough = process.env['ALCOVE_THOROUGH'] === '1';

/**
 * A few of the cases that together have every trait of all of them. A trait names what differs in the code, mostly a pair of values. The
 * case with most traits that are still missing comes next, the earlier one of two, so that every run takes the same.
 */
export function coverOf<Case>(cases: readonly Case[], traitsOf: (one: Case) => readonly string[]): Case[] {
  const missing = new Set(cases.flatMap(traitsOf));
  const taken = new Set<Case>();
  const gain = (one: Case): number => traitsOf(one).filter((trait) => missing.has(trait)).length;
  while (missing.size > 0) {
    const best = cases.reduce((before, one) => (gain(one) > gain(before) ? one : before));
    for (const trait of traitsOf(best)) missing.delete(trait);
    taken.add(best);
  }
  return cases.filter((one) => taken.has(one));
}

/** What a test tells about the cases that it leaves out. */
export const leftOut = (taken: number, all: number): string => `${taken} of ${all}${taken < all ? '; --thorough for all' : ''}`;
