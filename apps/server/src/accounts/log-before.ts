import { addBefore } from '../audit/index.ts';
import type { LockedAccount } from './account-queries.ts';

/** Leaves in the log what the given fields replace. Names are there anyway, as the entry shows them, and roles are logged with them. */
export function logBefore({ userId, realName, userName, values }: LockedAccount, given: object): void {
  const before = Object.entries({ ...values, realName, userName }).filter(
    ([field]) => (given as Record<string, unknown>)[field] !== undefined,
  );
  if (before.length > 0) addBefore(userId, Object.fromEntries(before));
}
