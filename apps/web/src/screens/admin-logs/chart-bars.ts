/** How the bars of the chart are drawn. Pure. */
import type { LogBar, LogChart } from '@alcove/contract';

const lengths = { twoHours: 2 * 3_600_000, day: 24 * 3_600_000 };

export const heightOf = ({ refused, changes, others }: LogBar): number => refused + changes + others;

/** The first moment after a bar. */
export const endOf = (bars: readonly LogBar[], index: number, unit: LogChart['unit']): string =>
  bars[index + 1]?.time ?? new Date(Date.parse(bars[index]!.time) + lengths[unit]).toISOString();

/** The bars with a caption: each that begins a day, but no more than `most` of them. */
export function captioned(bars: readonly LogBar[], most = 8): number[] {
  const starts = bars.flatMap(({ time }, index) => (new Date(time).getHours() === 0 ? [index] : []));
  const every = Math.ceil(starts.length / most);
  return starts.filter((_, index) => index % every === 0);
}
