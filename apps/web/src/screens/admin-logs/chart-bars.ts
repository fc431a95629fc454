/** How the bars of the chart are drawn. Pure. */
import type { LogBar } from '@alcove/contract';
import { topOf } from '../../ui/plot/plot-scale.ts';

export const heightOf = ({ refused, changes, others }: LogBar): number => refused + changes + others;

/** The top of the scale, which no bar exceeds. */
export const scaleOf = (bars: readonly LogBar[]): number => topOf(Math.max(0, ...bars.map(heightOf)));

/** The bars with a caption: each that begins a day, but no more than `most` of them. */
export function captioned(bars: readonly LogBar[], most = 8): Set<number> {
  const starts = bars.flatMap(({ time }, index) => (new Date(time).getHours() === 0 ? [index] : []));
  const every = Math.ceil(starts.length / most);
  return new Set(starts.filter((_, index) => index % every === 0));
}
