import type { Transaction } from 'kysely';
import { mostSensitive } from '@alcove/contract';
import type { Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import { Failure } from '../http/index.ts';
import { chunks } from './chunks.ts';
import type { OnFileConflict } from './deps.ts';
import { findMet } from './merge-queries.ts';

/** What lies in a folder that is merged. */
export interface Entry {
  id: string;
  parent_id: string;
  is_file: boolean;
  name: string;
  /** What it says itself. */
  sensitivity: Sensitivity;
}

/** What of these folders' content may be taken, and how much of what its person sees may not. */
export type Below = (folderIds: readonly string[]) => Promise<{ entries: readonly Entry[]; refused: number }>;

export interface Merging {
  source: { id: string; sensitivity: Sensitivity };
  /** The folder that stands there, and who may put something into it. */
  into: ItemContext;
  writer: Caller;
  onFileConflict: OnFileConflict;
  below: Below;
}

/** A folder whose content comes into another one. */
export interface Pair {
  id: string;
  into: ItemContext;
  /** What the folder is, by itself and by all above it: its content stays that. */
  sensitivity: Sensitivity;
  depth: number;
}

/** An entry that comes to stand in the pair's target. */
export interface Arrival {
  entry: Entry;
  pair: Pair;
}

export interface MergePlan {
  /** A folder before the folders in it. */
  pairs: Pair[];
  /** Under their own names. */
  plain: Arrival[];
  /** Under the first number that is free. */
  numbered: Arrival[];
  versions: (Arrival & { fileId: string })[];
  skipped: number;
  /** What stays where it is as it may not be taken, or may not be put there. */
  stayed: number;
}

/**
 * What becomes of everything when one folder comes into another, folder within folder: worked out level by level before anything is
 * changed. What meets nobody goes as it is, however much it holds. A folder never merges with one that is itself being merged away.
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

/** The live items that have these names in these folders, by what comes. */
async function namesakes(
  transaction: Transaction<Tables>,
  coming: readonly { id: string; parentId: string; name: string }[],
): Promise<Map<string, { id: string; isFile: boolean }>> {
  const met = new Map<string, { id: string; isFile: boolean }>();
  for (const some of chunks(coming)) {
    for (const row of await findMet(transaction, some)) met.set(row.coming, { id: row.id, isFile: row.is_file });
  }
  return met;
}

/** Whether the writer may add to each folder that is met, and change each file that is to have a new version. The owner may. */
async function judgeMet(
  transaction: Transaction<Tables>,
  { into, writer, onFileConflict }: Merging,
  entries: readonly Entry[],
  met: ReadonlyMap<string, { id: string; isFile: boolean }>,
): Promise<Map<string, Authorised | Failure>> {
  const asksFiles = onFileConflict === 'version' && !into.effective.owns;
  const ids = entries.flatMap((entry) => {
    const other = met.get(entry.id);
    return other && other.isFile === entry.is_file && (!entry.is_file || asksFiles) ? [other.id] : [];
  });
  const judged = new Map<string, Authorised | Failure>();
  for (const some of chunks(ids))
    for (const [id, verdict] of await authoriseEach(transaction, writer, some, 'upload')) judged.set(id, verdict);
  return judged;
}
