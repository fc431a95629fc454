/** How the bars of the chart are drawn. Pure. */
import type { LogBar } from '@alcove/contract';

export const heightOf = ({ refused, changes, others }: LogBar): number => refused + changes + others;

/** The top of the scale: a number of one digit and zeros, or twice or five times one, that no bar exceeds. */
export function scaleOf(bars: readonly LogBar[]): number {
  const most = Math.max(4, ...bars.map(heightOf));
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 8, 10].map((times) => times * unit).find((top) => top >= most)!;
}

/** The bars with a caption: each that begins a day, but no more than `most` of them. */
export function captioned(bars: readonly LogBar[], most = 8): Set<number> {
  const starts = bars.flatMap(({ time }, index) => (new Date(time).getHours() === 0 ? [index] : []));
  const every = Math.ceil(starts.length / most);
  return new Set(starts.filter((_, index) => index % every === 0));
}

/** Which bar a key leads to from this one. Null: the key is not of the chart. */
export function barAfter(key: string, index: number, count: number): number | null {
  const last = count - 1;
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}
