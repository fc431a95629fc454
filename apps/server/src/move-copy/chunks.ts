const rowsAtOnce = 1000;

/** What one statement is given at most: a statement that is cancelled, or waited for, ends soon. */
export const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, n) => items.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce));
