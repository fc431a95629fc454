const rowsAtOnce = 1000;

/** Splits items into chunks for one statement each, so that a statement ends soon when it is canceled or others wait for it. */
export const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, n) => items.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce));
