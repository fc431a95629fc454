import type { Transaction } from 'kysely';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure, makerOf } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { insertNextVersions } from './insert-queries.ts';
import type { NextVersion } from './insert-queries.ts';

/** Makes the content the newest version of an existing file. Returns its number. Throws FILE_NOT_FOUND. */
export async function addVersion(transaction: Transaction<Tables>, content: NextVersion, caller: Caller): Promise<number> {
  const [number] = await addVersions(transaction, [content], caller);
  return number!;
}

/**
 * Like `addVersion`, for many files at once. Returns the numbers in no particular order. Throws FILE_NOT_FOUND if one of the files is gone.
 */
export async function addVersions(transaction: Transaction<Tables>, contents: readonly NextVersion[], caller: Caller): Promise<number[]> {
  const { userId, visitorId } = makerOf(caller);
  const added = await insertNextVersions(transaction, contents, userId);
  if (added.length < contents.length) throw new Failure('FILE_NOT_FOUND');
  for (const [number, some] of Map.groupBy(added, (version) => version.number))
    await recordActivity(
      transaction,
      userId,
      some.map(({ fileId }) => fileId),
      { kind: 'newVersion', data: { version: number, ...(visitorId !== null && { byVisitor: true as const }) } },
    );
  return added.map(({ number }) => number);
}
