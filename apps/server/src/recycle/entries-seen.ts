import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { closedBelow, findItems } from '../permission/index.ts';
import type { ItemContext, SpaceEnd } from '../permission/index.ts';
import { entriesOf } from './recycle-queries.ts';
import type { Entry } from './recycle-queries.ts';
import { mayPurge, mayRecycle } from './recycle-rules.ts';

/** An entry that concerns the caller, and its item. */
export interface SeenEntry {
  entry: Entry;
  place: ItemContext;
}

export const entriesSeen = async (database: Kysely<Tables>, caller: Caller, recycleIds: readonly string[]): Promise<SeenEntry[]> =>
  seenOf(database, caller, await entriesOf(database, { recycleIds }));

export async function seenOf(database: Kysely<Tables>, { userId }: Caller, entries: readonly Entry[]): Promise<SeenEntry[]> {
  const places = await findItems(
    database,
    { userId },
    entries.map((entry) => entry.instance_id),
  );
  return entries.flatMap((entry) => {
    const place = places.get(entry.instance_id);
    return mayRecycle(place, entry.deleted_by) ? [{ entry, place: place! }] : [];
  });
}

export type KeptBecause = 'NOT_ALLOWED' | 'HOLDS_HIDDEN' | SpaceEnd;

/** The entries that the caller may not remove from the bin, by id, each with the reason. */
export async function keptFrom(
  database: Kysely<Tables>,
  { userId }: Caller,
  seen: readonly SeenEntry[],
): Promise<ReadonlyMap<string, KeptBecause>> {
  const closed = await closedBelow(
    database,
    { userId },
    seen.map(({ place }) => place),
    'delete',
  );
  const kept = new Map<string, KeptBecause>();
  for (const { entry, place } of seen)
    if (!mayPurge(place)) kept.set(entry.id, 'NOT_ALLOWED');
    else if (place.ends) kept.set(entry.id, place.ends);
    else if (closed.has(place.instanceId)) kept.set(entry.id, 'HOLDS_HIDDEN');
  return kept;
}
