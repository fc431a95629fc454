import type { Kysely } from 'kysely';
import type { DashboardDay, DashboardFigures } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { findFigures, findLargest } from './figure-queries.ts';

const dayMs = 86_400_000;
const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

export async function readFigures(database: Kysely<Tables>, range: number): Promise<DashboardFigures> {
  const [{ today, rows }, { measuredAt, spaces }] = await Promise.all([findFigures(database, range), findLargest(database)]);
  return { today, days: daysOf(rows, today), largest: spaces, measuredAt: measuredAt?.toISOString() ?? null };
}

/** Each day from the first with figures to today. */
function daysOf(rows: Awaited<ReturnType<typeof findFigures>>['rows'], today: string): DashboardDay[] {
  const byDay = new Map<string, DashboardDay['figures']>();
  for (const { day, figure, value } of rows) byDay.set(day, { ...byDay.get(day), [figure]: value });
  const days: DashboardDay[] = [];
  for (let day = rows[0]?.day ?? nextDay(today); day <= today; day = nextDay(day)) days.push({ day, figures: byDay.get(day) ?? {} });
  return days;
}
