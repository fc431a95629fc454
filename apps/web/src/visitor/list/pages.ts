/** Rows arrive in pages of this size, as they come into view. */
export const rowsPerPage = 50;

/** How many rows of a page arrived; undefined: the page has not. */
type LengthOf = (page: number) => number | undefined;

/**
 * In which page a row is, and where there. Pure. What must not go out is counted but not sent, so a page can be shorter than its size, and the
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
