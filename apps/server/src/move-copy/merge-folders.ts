import type { Transaction } from 'kysely';
import { recordActivity } from '../activity/index.ts';
import { mostSensitive } from '@alcove/contract';
import type { ActivityContent, Sensitivity } from '@alcove/contract';
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

/** The content that files are to take as their newest version, held as it is. */
export interface NewContent {
  fileId: string;
  blobId: string;
  size: number;
}

/** What comes of the plan's files that meet a file, and how many bytes that takes. */
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

/** The files that a plan changes where its folder is moved; a copy changes those alone that it meets. */
export const changedFiles = ({ plain, numbered, versions }: MergePlan): string[] => [
  ...[...plain, ...numbered, ...versions].flatMap(({ entry }) => (entry.is_file ? [entry.id] : [])),
  ...metFiles({ versions }),
];
export const metFiles = ({ versions }: Pick<MergePlan, 'versions'>): string[] => versions.map(({ fileId }) => fileId);

/** Each met file has the content of the one that came, and is as sensitive. */
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
 * Brings a plan about: what meets nobody changes its folder, one row however much it holds; what comes as a version goes to the bin with
 * its own history. The space is locked already, for its counts change here. The rows whose names are free come first, so that a number is one that none has.
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
      sensitivity: ownIn(arrival),
    }));
    if ((await moveItems(transaction, moves)) < some.length) throw new Failure('CHANGING_HERE');
    await ledger.advance(some.length);
  }
  for (const arrival of plan.numbered) {
    const { entry, pair } = arrival;
    const name = await freeName(transaction, pair.into.instanceId, entry.name);
    const at = { parentId: pair.into.instanceId, spaceId: pair.into.spaceId };
    await updatePlace(transaction, entry.id, { ...at, name, level: { sensitivity: ownIn(arrival) } });
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

/** What came as a version, to the bin. */
export async function binReplaced(transaction: Transaction<Tables>, plan: MergePlan, caller: Caller): Promise<void> {
  for (const some of chunks(plan.versions))
    await putInBin(
      transaction,
      some.map(({ entry }) => entry.id),
      caller.userId,
    );
}

/** The whole level of what comes from elsewhere, whatever its new folder says. */
export const levelOfArrival = ({ entry, pair }: Arrival): Sensitivity => mostSensitive([pair.sensitivity, entry.sensitivity]);

/** What it says itself in its new folder. */
export const ownIn = ({ entry, pair }: Arrival): Sensitivity =>
  sensitivityCarried({ sensitivity: { own: entry.sensitivity, above: pair.sensitivity } }, pair.into);
