import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { freeName } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { sensitivityAt } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { chunks } from './chunks.ts';
import type { Ledger, Placed, Placing } from './deps.ts';
import { showCopies, showCopy } from './copy-queries.ts';
import type { SourceRow } from './copy-queries.ts';
import { insertCopies } from './insert-copies.ts';
import { lockFiles } from './lock-queries.ts';
import { recheckPlacing } from './may-place.ts';
import { levelOfArrival, metFiles, newContents, replaceContents } from './merge-folders.ts';
import { requireMergeStays } from './levels-now.ts';
import { planMerge } from './merge-plan.ts';
import type { Arrival, MergePlan } from './merge-plan.ts';

/**
 * Copies `rows`, the part of a folder that may be copied, with the folder first, into the folder that has its name. The source does not
 * change.
 * Throws SPACE_NOT_ENOUGH, FILE_NOT_FOUND, HIGH_INTO_LINK.
 */
export async function mergeCopy(
  transaction: Transaction<Tables>,
  source: Caller,
  placing: Placing,
  rows: readonly SourceRow[],
  into: ItemContext,
  ledger: Ledger,
): Promise<Placed> {
  const { place, caller, onFileConflict } = placing;
  const children = Map.groupBy(rows, (row) => row.parent_id);
  const plan = await planMerge(transaction, {
    source: { id: place.instanceId, sensitivity: sensitivityAt(place) },
    into,
    writer: caller,
    onFileConflict,
    below: async (folderIds) => ({ entries: folderIds.flatMap((id) => children.get(id) ?? []), refused: 0 }),
  });
  await ledger.advance(plan.pairs.length + plan.versions.length + plan.skipped + plan.stayed);
  const arrivals = [...plan.plain, ...plan.numbered];
  const { contents, bytes } = await newContents(transaction, plan);
  const tops = new Map(arrivals.map(({ entry, pair }) => [entry.id, pair.into]));
  const copies = await insertCopies(transaction, coming(rows, tops), tops, caller, ledger);
  await lockFiles(transaction, metFiles(plan));
  if (!(await ledger.charge(transaction, into.spaceId, copies.bytes + bytes))) throw new Failure('SPACE_NOT_ENOUGH');
  await recheckPlacing(transaction, 'copy', source, placing);
  await requireMergeStays(transaction, plan, {
    levelOf: levelOfArrival,
    folderOf: ({ entry }) => ({ folderId: copies.ids.get(entry.id)!, spaceId: into.spaceId }),
    copied: true,
  });
  await show(transaction, plan, copies.ids);
  await replaceContents(transaction, plan, contents, caller);
  for (const [pair, some] of Map.groupBy(arrivals, (arrival) => arrival.pair))
    await recordActivity(
      transaction,
      caller.userId,
      some.map(({ entry }) => copies.ids.get(entry.id)!),
      { kind: 'copied', data: { fromId: pair.id } },
    );
  await ledger.finish(transaction, plan.stayed);
  return { id: into.instanceId, stayed: plan.stayed, folderIds: plan.pairs.map((pair) => pair.into.instanceId) };
}

/** The tops and everything below them, parents first. */
function coming(rows: readonly SourceRow[], tops: ReadonlyMap<InstanceId, ItemContext>): SourceRow[] {
  const under = new Set<InstanceId>();
  return rows.filter((row) => {
    const comes = tops.has(row.id) || under.has(row.parent_id);
    if (comes) under.add(row.id);
    return comes;
  });
}

/** Makes the copies live: first those whose names are free, then the others, each with the first free number. */
async function show(transaction: Transaction<Tables>, plan: MergePlan, copies: ReadonlyMap<InstanceId, InstanceId>): Promise<void> {
  const copyOf = ({ entry }: Arrival): InstanceId => copies.get(entry.id)!;
  for (const some of chunks(plan.plain))
    await showCopies(
      transaction,
      some.map((arrival) => ({ id: copyOf(arrival), level: levelOfArrival(arrival), fromId: arrival.entry.id })),
    );
  for (const arrival of plan.numbered) {
    const name = await freeName(transaction, arrival.pair.into.instanceId, arrival.entry.name);
    const shown = { parentId: null, name, level: levelOfArrival(arrival), fromId: arrival.entry.id };
    await showCopy(transaction, copyOf(arrival), shown);
  }
}
