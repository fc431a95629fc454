/**
 * The keys of seals: `audit/<day>/<number>`, numbered from 1 in each day, and while a seal still grows its pieces `audit/<day>/<number>/<piece>`. Pure.
 * The newest can be found without the database, by looking back from today.
 */
import { sealFolder } from '../removal/index.ts';

export interface SealPlace {
  /** Such as 2026-11-26, in UTC. */
  day: string;
  number: number;
}

export const keyOf = ({ day, number }: SealPlace): string => `${sealFolder}${day}/${number}`;
export const pieceKey = (key: string, piece: number): string => `${key}/${piece}`;

export function placeOf(key: string): SealPlace | null {
  const [, day, number] = /^audit\/(\d{4}-\d\d-\d\d)\/([1-9]\d{0,8})$/.exec(key) ?? [];
  return day !== undefined && number !== undefined ? { day, number: Number(number) } : null;
}

export const isAfter = (one: SealPlace, other: SealPlace): boolean =>
  one.day === other.day ? one.number > other.number : one.day > other.day;

/** There was no seal before this day. */
export const firstDay = '2026-01-01';

export function dayBeside(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}
