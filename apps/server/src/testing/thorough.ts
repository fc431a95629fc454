/** Whether the whole product of cases runs (`./test --thorough`), and the samples that the ordinary run takes of it. */
export const thorough = process.env['ALCOVE_THOROUGH'] === '1';

/**
 * A few of the cases that together have every trait of all of them. A trait names what differs in the code, mostly a pair of values. The
 * case with most traits that are still missing comes next, the earlier one of two, so that every run takes the same.
 */
export function coverOf<Case>(cases: readonly Case[], traitsOf: (one: Case) => readonly string[]): Case[] {
  const known = cases.map((one) => ({ one, traits: traitsOf(one) }));
  const missing = new Set(known.flatMap(({ traits }) => traits));
  const taken = new Set<Case>();
  while (missing.size > 0) {
    const gains = known.map(({ traits }) => traits.filter((trait) => missing.has(trait)).length);
    const { one, traits } = known[gains.indexOf(gains.reduce((most, gain) => Math.max(most, gain)))]!;
    for (const trait of traits) missing.delete(trait);
    taken.add(one);
  }
  return cases.filter((one) => taken.has(one));
}

/** Another number with each commit, which `./test` prints. To set it takes the same samples again. */
export const turn = Number(process.env['ALCOVE_TURN'] ?? 0);

/**
 * One in so many of the cases of one shape, others with each commit, so that each is taken in time. `nth` tells tables of the same cases
 * apart.
 */
export const turnOf = <Case>(cases: readonly Case[], oneIn: number, nth = 0): Case[] =>
  cases.filter((_, index) => isItsTurn(index + nth, oneIn));

/** Whether this case, of one in so many, runs this time. */
export const isItsTurn = (index: number, oneIn: number): boolean => thorough || (index + turn) % oneIn === 0;

/** What a test tells about the cases that it leaves out. */
export const leftOut = (taken: number, all: number): string =>
  `${taken} of ${all}${taken < all ? `; --thorough for all, ALCOVE_TURN=${turn} for these` : ''}`;
