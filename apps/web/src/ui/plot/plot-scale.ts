/** How plots are drawn. Pure. */

/** The top of the scale: a number of one digit and zeros, or twice, four or eight times one, that nothing exceeds; at least `least`. */
export function topOf(most: number, least = 4): number {
  const needed = Math.max(least, most);
  const unit = 10 ** Math.floor(Math.log10(needed));
  return [1, 2, 4, 8, 10].map((times) => times * unit).find((top) => top >= needed)!;
}

/** The same for bytes: in units of 1024, so that the scale has round sizes. */
export function topOfBytes(most: number): number {
  const unit = 1024 ** Math.floor(Math.log(Math.max(1024, most)) / Math.log(1024));
  return topOf(most / unit, 1) * unit;
}

/** Which point a key leads to from this one. Null: the key is not of the plot. */
export function pointAfter(key: string, index: number, count: number): number | null {
  const last = count - 1;
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}

/** Which points have a caption: the first, the last, and others evenly between, no more than `most`. */
export function captionedPoints(count: number, most: number): number[] {
  const steps = Math.min(count, most) - 1;
  return steps < 1 ? (count > 0 ? [0] : []) : Array.from({ length: steps + 1 }, (_, n) => Math.round((n * (count - 1)) / steps));
}

/** One value of each series at each point, lowest series first; null where nothing is known. */
export type Stacks = readonly (readonly (number | null)[])[];

/** The lower and upper edge of each series at each point, as shares of `top`. A point without any value is a gap in all. */
export function edgesOf(stacks: Stacks, top: number): ({ low: number; high: number } | null)[][] {
  const sums = (stacks[0] ?? []).map(() => 0);
  return stacks.map((values) =>
    values.map((value, at) => {
      if (stacks.every((series) => series[at] === null)) return null;
      const low = sums[at]!;
      sums[at] = low + (value ?? 0);
      return { low: low / top, high: sums[at] / top };
    }),
  );
}

/** Runs of points that follow each other, as [index, edges] pairs: a gap ends one. */
export function runsOf<Edge>(edges: readonly (Edge | null)[]): (readonly [number, Edge])[][] {
  const runs: (readonly [number, Edge])[][] = [];
  for (const [index, edge] of edges.entries()) {
    if (edge === null) continue;
    const last = runs.at(-1);
    if (last && last.at(-1)![0] === index - 1) last.push([index, edge]);
    else runs.push([[index, edge]]);
  }
  return runs;
}
