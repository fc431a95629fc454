import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';

/**
 * Holds live items, the folders that they are in, and their spaces, in the one order of locks (docs/decisions/0004): folders from
 * above to below, as who takes a tree elsewhere holds them. Answers which are there: what went to another space meanwhile is not, for
 * nobody was asked for the right on it there.
 */
export async function lockForBin(transaction: Transaction<Tables>, items: readonly ItemContext[]): Promise<string[]> {
  const levels = new Map<string, number>();
  for (const { instanceId, parentId, isFile, ancestors } of items) {
    if (parentId !== null) levels.set(parentId, ancestors.length - 1);
    if (!isFile) levels.set(instanceId, ancestors.length);
  }
  const folders = [...levels].sort(([one, level], [other, otherLevel]) => level - otherLevel || (one < other ? -1 : 1)).map(([id]) => id);
  await sql`
    select from instance i join unnest(${folders}::uuid[]) with ordinality as n (id, turn) on n.id = i.id order by n.turn for key share of i`.execute(
    transaction,
  );
  const [ids, spaceIds] = [items.map(({ instanceId }) => instanceId), items.map(({ spaceId }) => spaceId)];
  const { rows } = await sql<{ id: string }>`
    select i.id from instance i join unnest(${ids}::uuid[], ${spaceIds}::uuid[]) as n (id, space_id) on n.id = i.id and n.space_id = i.space_id
    where i.deleted_at is null order by i.is_file, i.id for no key update of i`.execute(transaction);
  await lockSpaces(transaction, spaceIds);
  return rows.map(({ id }) => id);
}

/** Puts live items, which are held, into the recycle bin: one row an item, however large the tree under it. */
export async function putInBin(transaction: Transaction<Tables>, instanceIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<{ id: string; space_id: string; parent_id: string; is_file: boolean; size: number }>`
    update instance set deleted_at = now() where id = any(${instanceIds}::uuid[]) and deleted_at is null
    returning id, space_id, parent_id, is_file, size`.execute(transaction);
  if (rows.length > 0)
    await transaction
      .insertInto('recycle')
      .values(
        rows.map((row) => ({
          id: newId(),
          instance_id: row.id,
          space_id: row.space_id,
          parent_id: row.parent_id,
          deleted_by: userId,
          // A folder's are counted beside the calls.
          ...(row.is_file && { files: 1, size: row.size }),
          expires_at: sql<Date>`now() + ${limits.recycleDays} * interval '1 day'`,
        })),
      )
      .execute();
  await recordActivity(
    transaction,
    userId,
    rows.map(({ id }) => id),
    { kind: 'deleted', data: {} },
  );
}
