import type { Collaborator, GrantSubject, ShareLevel } from '@alcove/contract';
import type { Chosen } from '../people/chosen.ts';
import { isLevel } from './share-roles.ts';

/** The recipients as picker choices; the owner has a separate row. */
export const asChosen = (users: readonly Collaborator[]): Chosen[] =>
  users.flatMap((user): Chosen[] => {
    const { kind, id, name, accountName, path, role } = user;
    if (role === 'owner') return [];
    return [kind === 'person' ? { kind, id, name, accountName, path, role } : { kind, id, name, path, people: 0, departments: 0, role }];
  });

export interface Changes {
  /** New recipients, and those with a changed level. */
  given: (GrantSubject & { role: ShareLevel })[];
  taken: GrantSubject[];
}

/** The calls' input that turns the recipients `before` into `after`. */
export function changesBetween(before: readonly Chosen[], after: readonly Chosen[]): Changes {
  const roles = new Map(before.map((one) => [one.id, one.role]));
  const left = new Set(after.map(({ id }) => id));
  return {
    given: after.flatMap(({ kind, id, role }) => (isLevel(role) && roles.get(id) !== role ? [{ kind, id, role }] : [])),
    taken: before.flatMap(({ kind, id }) => (left.has(id) ? [] : [{ kind, id }])),
  };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The expiration day in the viewer's time zone as `YYYY-MM-DD`; '' for never. */
export function dayOf(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last moment of a day in the viewer's time zone, in ISO 8601; null for never. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number);
  return day === '' ? null : new Date(year ?? 0, (month ?? 1) - 1, date, 23, 59, 59, 999).toISOString();
}
