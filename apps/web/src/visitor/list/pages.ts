/** Rows arrive in pages of this size, as they come into view. */
export const rowsPerPage = 50;

/** How many rows of a page arrived; undefined: the page has not. */
type LengthOf = (page: number) => number | undefined;

/**
 * In which page a row is, and where there. Pure. What came or went while pages arrive makes one shorter than its size, and the
 * rows after it move up.
 */
export function rowAt(index: number, lengthOf: LengthOf): { page: number; within: number } {
  let within = index;
  for (let page = 0; ; page += 1) {
    const length = lengthOf(page) ?? rowsPerPage;
    if (within < length) return { page, within };
    within -= length;
  }
}

/** The rows that there are, if all pages that have not arrived are full. Pure. */
export function totalOf(counted: number, lengthOf: LengthOf): number {
  let total = 0;
  for (let page = 0; page * rowsPerPage < counted; page += 1)
    total += lengthOf(page) ?? Math.min(rowsPerPage, counted - page * rowsPerPage);
  return total;
}

/** What is known of the whole: what was counted to the end, and else what was counted furthest. Pure. At least one. */
export const furthest = <Counted extends { total: number; more: boolean }>(all: readonly Counted[]): Counted =>
  all.reduce((one, other) => (one.more === other.more ? (other.total > one.total ? other : one) : one.more ? other : one));
