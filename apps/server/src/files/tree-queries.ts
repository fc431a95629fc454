/** Keeps the tree consistent while it is changed: one lock per space, and the checks that are made under it. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits, numberedName } from '@alcove/contract';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { findChild } from './file-queries.ts';

/**
 * Serializes moves of folders in these spaces: if two people move two folders into each other, only one may succeed. Call it before any row
 * is locked. It takes the locks in a fixed order and keeps them until the transaction ends.
 */
export async function lockTrees(transaction: Transaction<Tables>, spaceIds: readonly SpaceId[]): Promise<void> {
  for (const id of [...new Set(spaceIds)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${id}`}, 0))`.execute(transaction);
}

/**
 * Makes sure that something may be put into a locked folder. Returns how many levels the folder is below the space's top folder. `itemId`:
 * the item itself if it is a folder, which must not be above the target. Call it under `lockTrees`, so that the result stays valid. Throws
 * FILE_NOT_FOUND, INSIDE_ITSELF.
 */
export async function requireFits(transaction: Transaction<Tables>, folderId: InstanceId, itemId: string | null): Promise<number> {
  const { rows } = await sql<{ level: number; live: boolean; inside: boolean }>`
    with recursive up as (
      select id, parent_id, deleted_at, 0 as depth from instance where id = ${folderId}
      union all
      select p.id, p.parent_id, p.deleted_at, up.depth + 1 from up join instance p on p.id = up.parent_id where up.depth <= ${sql.lit(limits.folderDepth + 2)}
    ) select max(depth) as level, bool_and(deleted_at is null) as live, coalesce(bool_or(id = ${itemId}::uuid), false) as inside from up`.execute(
    transaction,
  );
  const { level, live, inside } = rows[0]!;
  if (!live) throw new Failure('FILE_NOT_FOUND');
  if (inside) throw new Failure('INSIDE_ITSELF');
  return level;
}

/** `level`: that of the deepest folder, where the space's top folder is 0. Throws TOO_DEEP. */
export function requireLevel(level: number): void {
  if (level > limits.folderDepth) throw new Failure('TOO_DEEP', { limit: limits.folderDepth });
}

/**
 * How many levels of folders an item adds, including itself; 0 for a file. Call it while the space is locked: the height changes only under
 * that lock.
 */
export async function heightOf(transaction: Kysely<Tables>, item: { id: InstanceId; isFile: boolean }): Promise<number> {
  if (item.isFile) return 0;
  const kept = await transaction.selectFrom('folder_height').select('height').where('folder_id', '=', item.id).executeTakeFirst();
  return 1 + (kept?.height ?? 0);
}

/** How many levels a folder is below its space's top folder. Call it while the space is locked: the level changes only under that lock. */
export async function levelOf(transaction: Transaction<Tables>, folderId: InstanceId): Promise<number> {
  const { rows } = await sql<{ level: number }>`
    with recursive up as (
      select parent_id, 0 as depth from instance where id = ${folderId}
      union all
      select p.parent_id, up.depth + 1 from up join instance p on p.id = up.parent_id where up.depth <= ${sql.lit(limits.folderDepth + 2)}
    ) select coalesce(max(depth), 0) as level from up`.execute(transaction);
  return rows[0]!.level;
}

/** How many numbered names are tried before NAME_TAKEN. */
const mostNames = 10_000;

/** The name itself, or the first numbered one that no undeleted item in the folder has. Throws NAME_TAKEN. */
export async function freeName(database: Kysely<Tables>, parentId: InstanceId, name: string): Promise<string> {
  if (!(await findChild(database, parentId, name))) return name;
  for (let n = 1; n < mostNames; n += 1) {
    const numbered = numberedName(name, n);
    if (!(await findChild(database, parentId, numbered))) return numbered;
  }
  throw new Failure('NAME_TAKEN', { field: 'instanceName' });
}
