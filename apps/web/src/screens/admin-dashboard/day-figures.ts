/** What the figures of days say together. Pure. */
import type { DailyFigure, DashboardDay } from '@alcove/contract';
import { formatSize } from '../../i18n/index.ts';

/** The values of a figure, one for each day; null: not known. */
export const valuesOf = (days: readonly DashboardDay[], figure: DailyFigure): (number | null)[] =>
  days.map(({ figures }) => figures[figure] ?? null);

export const usedKinds = ['usedPersonal', 'usedGroup', 'usedDepartment'] as const;

/** The space used on a day. Null: it was not measured. */
export const usedOn = ({ figures }: DashboardDay): number | null =>
  figures.usedPersonal === undefined ? null : usedKinds.reduce((sum, kind) => sum + (figures[kind] ?? 0), 0);

/** How much more is used on the last measured day than on the first, and how many days lie between. Null: there are no two. `kind`: only of these spaces. */
export function growthOf(days: readonly DashboardDay[], kind?: (typeof usedKinds)[number]): { days: number; bytes: number } | null {
  const measured = days.flatMap((day, index) => {
    const used = kind ? (day.figures[kind] ?? null) : usedOn(day);
    return used === null ? [] : [{ index, used }];
  });
  const [first, last] = [measured[0], measured.at(-1)];
  return first && last && last.index > first.index ? { days: last.index - first.index, bytes: last.used - first.used } : null;
}

/** A growth as it is shown. */
export const grown = (bytes: number): string => (bytes === 0 ? '±0' : `${bytes < 0 ? '−' : '+'}${formatSize(Math.abs(bytes))}`);

/** The latest day that has this figure. */
export const latestWith = (days: readonly DashboardDay[], figure: DailyFigure): DashboardDay | undefined =>
  days.findLast(({ figures }) => figures[figure] !== undefined);
