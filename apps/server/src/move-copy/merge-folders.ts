import type { Transaction } from 'kysely';
import { recordActivity } from '../activity/index.ts';
import { mostSensitive } from '@alcove/contract';
import type { ActivityContent, BlobId, InstanceId, Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile, freeName, putInBin } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { sensitivityCarried } from '../permission/index.ts';
import { shareLockContents } from '../contents/index.ts';
import { addVersions } from '../versions/index.ts';
import { chunks } from './chunks.ts';
import type { Ledger } from './deps.ts';
import type { Arrival, MergePlan, Pair } from './merge-plan.ts';
import { findContentsOf, moveItems } from './merge-queries.ts';
import { updatePlace } from './place-queries.ts';
import { raiseSensitivity } from './sensitivity-queries.ts';

/** The content that becomes a file's newest version, locked against removal. */
export interface NewContent {
  fileId: InstanceId;
  blobId: BlobId;
  size: number;
}

/** Locks and returns the contents of the plan's files that become versions, and their bytes. */
export async function newContents(transaction: Transaction<Tables>, plan: MergePlan): Promise<{ contents: NewContent[]; bytes: number }> {
  const contents: NewContent[] = [];
  for (const some of chunks(plan.versions)) {
    const ids = some.map(({ entry }) => entry.id);
    const shared = await shareLockContents(transaction, ids);
    const rows = await findContentsOf(transaction, ids);
    if (!rows.every((row) => shared.has(row.blob_id))) throw new ChangedMeanwhile();
    const fileIds = new Map(some.map(({ entry, fileId }) => [entry.id, fileId]));
    contents.push(...rows.map((row) => ({ fileId: fileIds.get(row.id)!, blobId: row.blob_id, size: row.size })));
  }
  return { contents, bytes: contents.reduce((sum, { size }) => sum + size, 0) };
}

/** The files that a merge changes when the folder is moved. A copy changes only the files it meets (`metFiles`). */
export const changedFiles = ({ plain, numbered, versions }: MergePlan): InstanceId[] => [
  ...[...plain, ...numbered, ...versions].flatMap(({ entry }) => (entry.is_file ? [entry.id] : [])),
  ...metFiles({ versions }),
];
export const metFiles = ({ versions }: Pick<MergePlan, 'versions'>): InstanceId[] => versions.map(({ fileId }) => fileId);

/** Gives each met file the new content, and raises its sensitivity to that of the file it came from. */
export async function replaceContents(
  transaction: Transaction<Tables>,
  plan: MergePlan,
  contents: readonly NewContent[],
  caller: Caller,
): Promise<void> {
  for (const some of chunks(contents)) await addVersions(transaction, some, caller);
  const byLevel = Map.groupBy(plan.versions, ({ entry, pair }) => mostSensitive([pair.sensitivity, entry.sensitivity]));
  for (const [level, some] of byLevel)
    for (const part of chunks(some))
      await raiseSensitivity(
        transaction,
        part.map(({ fileId, entry }) => ({ fileId, fromId: entry.id })),
        level,
      );
}

/**
 * Moves the plan's items into their folders. What meets no item of its name is moved whole with one row, however much it contains. The
 * space must be locked already, because its counts change here. Items whose names are free go first, so that the numbers chosen afterwards
 * are free.
 * Throws CHANGING_HERE.
 */
export async function bringArrivals(
  transaction: Transaction<Tables>,
  plan: MergePlan,
  caller: Caller,
  ledger: Pick<Ledger, 'advance'>,
  activityOf: (pair: Pair) => ActivityContent,
): Promise<void> {
  for (const some of chunks(plan.plain)) {
    const moves = some.map((arrival) => ({
      id: arrival.entry.id,
      folderId: arrival.pair.into.instanceId,
      spaceId: arrival.pair.into.spaceId,
      sensitivity: ownLevelOfArrival(arrival),
    }));
    if ((await moveItems(transaction, moves)) < some.length) throw new Failure('CHANGING_HERE');
    await ledger.advance(some.length);
  }
  for (const arrival of plan.numbered) {
    const { entry, pair } = arrival;
    const name = await freeName(transaction, pair.into.instanceId, entry.name);
    const at = { parentId: pair.into.instanceId, spaceId: pair.into.spaceId };
    await updatePlace(transaction, entry.id, { ...at, name, level: { sensitivity: ownLevelOfArrival(arrival) } });
    await ledger.advance(1);
  }
  const came = [...plan.plain, ...plan.numbered];
  for (const [pair, some] of Map.groupBy(came, (arrival) => arrival.pair))
    await recordActivity(
      transaction,
      caller.userId,
      some.map(({ entry }) => entry.id),
      activityOf(pair),
    );
}

/** Puts the files that became versions into the bin, with their own histories. */
export async function binReplaced(transaction: Transaction<Tables>, plan: MergePlan, caller: Caller): Promise<void> {
  for (const some of chunks(plan.versions))
    await putInBin(
      transaction,
      some.map(({ entry }) => entry.id),
      caller.userId,
    );
}

/** The sensitivity of an item that comes from elsewhere: its own and that of its old folders, whatever the level of the new one. */
export const levelOfArrival = ({ entry, pair }: Arrival): Sensitivity => mostSensitive([pair.sensitivity, entry.sensitivity]);

/** The item's own sensitivity in its new folder. */
export const ownLevelOfArrival = ({ entry, pair }: Arrival): Sensitivity =>
  sensitivityCarried({ sensitivity: { own: entry.sensitivity, above: pair.sensitivity } }, pair.into);
