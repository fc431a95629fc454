/** Levels as they are under the locks: what was raised since it was checked must not be lowered by its move, nor go outside by it. */
import type { Transaction } from 'kysely';
import type { InstanceId, Sensitivity, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { findExposures, requireHighStays } from '../links/index.ts';
import type { Exposure } from '../links/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { chunks } from './chunks.ts';
import type { Placing } from './deps.ts';
import { levelOfArrival } from './merge-folders.ts';
import type { Arrival, MergePlan } from './merge-plan.ts';

export interface PlacingNow {
  placing: Placing;
  from: Exposure;
  into: Exposure;
}

export async function exposureOf(transaction: Transaction<Tables>, instanceId: InstanceId): Promise<Exposure> {
  const exposure = (await findExposures(transaction, [instanceId])).get(instanceId);
  if (!exposure) throw new Failure('FILE_NOT_FOUND');
  return exposure;
}

/** Call it under `lockTrees`. Throws FILE_NOT_FOUND. */
export async function withLevelsNow(transaction: Transaction<Tables>, placing: Placing): Promise<PlacingNow> {
  const { place, target } = placing;
  const exposures = await findExposures(transaction, [place.instanceId, target.instanceId]);
  const from = exposures.get(place.instanceId);
  const into = exposures.get(target.instanceId);
  if (!from || !into) throw new Failure('FILE_NOT_FOUND');
  const at = (item: ItemContext, { sensitivity }: Exposure): ItemContext => ({ ...item, sensitivity });
  return { placing: { ...placing, place: at(place, from), target: at(target, into) }, from, into };
}

/** Throws HIGH_INTO_LINK if a file of this level becomes a version of one that is shared outside. */
export async function requireVersionStays(transaction: Transaction<Tables>, fileId: InstanceId, level: Sensitivity): Promise<void> {
  if (level !== 'high') return;
  await requireHighStays(transaction, await exposureOf(transaction, fileId), { own: level, from: null });
}

export interface Merged {
  /** The level that an arrival has itself afterwards. */
  levelOf: (arrival: Arrival) => Sensitivity;
  /** The folder that arrives, where it is now: the copy, if it is copied. */
  folderOf: (arrival: Arrival) => { folderId: InstanceId; spaceId: SpaceId };
  /** Nothing leaves the place where it was. */
  copied?: boolean;
}

/** The same for all that a merge brings. Throws HIGH_INTO_LINK. */
export async function requireMergeStays(transaction: Transaction<Tables>, plan: MergePlan, merged: Merged): Promise<void> {
  for (const { fileId, entry, pair } of plan.versions) await requireVersionStays(transaction, fileId, levelOfArrival({ entry, pair }));
  const arrivals = Map.groupBy([...plan.plain, ...plan.numbered], ({ pair }) => pair);
  for (const pairs of chunks([...arrivals.keys()])) {
    const exposures = await findExposures(
      transaction,
      pairs.flatMap((pair) => [pair.id, pair.into.instanceId]),
    );
    for (const pair of pairs) {
      const into = exposures.get(pair.into.instanceId);
      const from = merged.copied ? null : (exposures.get(pair.id) ?? null);
      if (!into || into.linked.length === 0) continue;
      for (const arrival of arrivals.get(pair)!)
        await requireHighStays(transaction, into, {
          own: merged.levelOf(arrival),
          folder: arrival.entry.is_file ? null : merged.folderOf(arrival),
          from,
        });
    }
  }
}
