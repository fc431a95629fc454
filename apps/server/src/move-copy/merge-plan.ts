import type { Transaction } from 'kysely';
import { mostSensitive } from '@alcove/contract';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import { Failure } from '../http/index.ts';
import { chunks } from './chunks.ts';
import type { OnFileConflict } from './deps.ts';
import { findMet } from './merge-queries.ts';

/** An item in a folder that is merged. */
export interface Entry {
  id: InstanceId;
  parent_id: InstanceId;
  is_file: boolean;
  name: string;
  /** The item's own level. */
  sensitivity: Sensitivity;
}

/** The items in these folders that may be taken, and how many that the person sees may not. */
export type Below = (folderIds: readonly InstanceId[]) => Promise<{ entries: readonly Entry[]; refused: number }>;

export interface Merging {
  source: { id: InstanceId; sensitivity: Sensitivity };
  /** The existing folder with that name, and the caller who adds to it. */
  into: ItemContext;
  writer: Caller;
  onFileConflict: OnFileConflict;
  below: Below;
}

/** A folder whose contents are merged into another folder. */
export interface Pair {
  id: InstanceId;
  into: ItemContext;
  /** The folder's effective level, from itself and the folders above it. Its contents keep it. */
  sensitivity: Sensitivity;
  depth: number;
}

/** An entry that moves into the pair's target folder. */
export interface Arrival {
  entry: Entry;
  pair: Pair;
}

export interface MergePlan {
  /** Parents come before the folders in them. */
  pairs: Pair[];
  /** They keep their names. */
  plain: Arrival[];
  /** They get the first free number. */
  numbered: Arrival[];
  versions: (Arrival & { fileId: InstanceId })[];
  skipped: number;
  /** Items that stay where they are because they may not be taken, or may not be put there. */
  stayed: number;
}

/**
 * Decides for each item what happens when one folder is merged into another, recursively. It works level by level, before anything is
 * changed. An item that meets no item of its name moves whole, however much it contains. A folder never merges into one that is itself
 * being merged away.
 */
export async function planMerge(transaction: Transaction<Tables>, merging: Merging): Promise<MergePlan> {
  const plan: MergePlan = { pairs: [], plain: [], numbered: [], versions: [], skipped: 0, stayed: 0 };
  let level: Pair[] = [{ ...merging.source, into: merging.into, depth: 0 }];
  while (level.length > 0) {
    plan.pairs.push(...level);
    const pairs = new Map(level.map((pair) => [pair.id, pair]));
    const { entries, refused } = await merging.below([...pairs.keys()]);
    plan.stayed += refused;
    const met = await namesakes(
      transaction,
      entries.map((entry) => ({ id: entry.id, parentId: pairs.get(entry.parent_id)!.into.instanceId, name: entry.name })),
    );
    const judged = await judgeMet(transaction, merging, entries, met);
    level = [];
    for (const entry of entries) {
      const pair = pairs.get(entry.parent_id)!;
      const other = met.get(entry.id);
      if (!other) plan.plain.push({ entry, pair });
      else if (other.id === merging.source.id || other.isFile !== entry.is_file || (entry.is_file && merging.onFileConflict === 'rename'))
        plan.numbered.push({ entry, pair });
      else if (entry.is_file && merging.onFileConflict === 'skip') plan.skipped += 1;
      else {
        const verdict = judged.get(other.id);
        if (verdict instanceof Failure) plan.stayed += 1;
        else if (entry.is_file) plan.versions.push({ entry, pair, fileId: other.id });
        else
          level.push({
            id: entry.id,
            into: verdict!.place,
            sensitivity: mostSensitive([pair.sensitivity, entry.sensitivity]),
            depth: pair.depth + 1,
          });
      }
    }
  }
  return plan;
}

/** The live items with these names in these folders, by the id of the item that comes. */
async function namesakes(
  transaction: Transaction<Tables>,
  coming: readonly { id: InstanceId; parentId: InstanceId; name: string }[],
): Promise<Map<InstanceId, { id: InstanceId; isFile: boolean }>> {
  const met = new Map<InstanceId, { id: InstanceId; isFile: boolean }>();
  for (const some of chunks(coming)) {
    for (const row of await findMet(transaction, some)) met.set(row.coming, { id: row.id, isFile: row.is_file });
  }
  return met;
}

/** Checks whether the writer may add to each met folder, and change each met file that gets a new version. The owner always may. */
async function judgeMet(
  transaction: Transaction<Tables>,
  { into, writer, onFileConflict }: Merging,
  entries: readonly Entry[],
  met: ReadonlyMap<InstanceId, { id: InstanceId; isFile: boolean }>,
): Promise<Map<InstanceId, Authorised | Failure>> {
  const asksFiles = onFileConflict === 'version' && !into.effective.owns;
  const ids = entries.flatMap((entry) => {
    const other = met.get(entry.id);
    return other && other.isFile === entry.is_file && (!entry.is_file || asksFiles) ? [other.id] : [];
  });
  const judged = new Map<InstanceId, Authorised | Failure>();
  for (const some of chunks(ids))
    for (const [id, verdict] of await authoriseEach(transaction, writer, some, 'upload')) judged.set(id, verdict);
  return judged;
}
