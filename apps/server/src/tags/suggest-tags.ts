import type { Kysely } from 'kysely';
import { foldName, limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { latestTags } from './tag-queries.ts';

/** How many of a space's newest tags are considered. */
const latest = 200;

/** Suggests tags of the item's space, most frequent first. Tags of items that are hidden from the caller are not revealed. */
export async function suggestTags(database: Kysely<Tables>, { caller, place }: AuthorisedContext): Promise<{ tags: string[] }> {
  const rows = await latestTags(database, place.spaceId, latest);
  const judged = await authoriseEach(database, caller, [...new Set(rows.map((row) => row.instance_id))], 'list');
  const uses = new Map<string, { name: string; count: number }>();
  for (const { instance_id: id, name } of rows) {
    if (judged.get(id) instanceof Failure) continue;
    const known = uses.get(foldName(name));
    uses.set(foldName(name), { name: known?.name ?? name, count: (known?.count ?? 0) + 1 });
  }
  const commonest = [...uses.values()].sort((one, other) => other.count - one.count).slice(0, limits.tagsSuggested);
  return { tags: commonest.map(({ name }) => name) };
}
