/** What keeps the tree a tree while it is changed: one lock a space, and the questions that are asked under it. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits, numberedName } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { findChild, holdFolder } from './file-queries.ts';

/**
 * Whoever moves a folder in these spaces comes one after the other: two who move each into the other's folder cannot both be right.
 * Taken before any row is held, in a fixed order, until the transaction ends.
 */
export async function lockTrees(transaction: Transaction<Tables>, spaceIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(spaceIds)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${id}`}, 0))`.execute(transaction);
}

/** What is put into a folder: `height` levels of folders come with it, itself counted, 0 for a file. */
export interface Arriving {
  /** What must not lie above the folder: the item itself, when it is a folder. */
  itemId: string | null;
  height: number;
}

/**
 * Holds the folder until the transaction ends and makes sure that something may be put into it. To be asked under `lockTrees`.
 * Throws FILE_NOT_FOUND, INSIDE_ITSELF, TOO_DEEP.
 */
export async function requireFits(
  transaction: Transaction<Tables>,
  folder: { instanceId: string; spaceId: string },
  { itemId, height }: Arriving,
): Promise<void> {
  await holdFolder(transaction, folder.instanceId, folder.spaceId);
  const { rows } = await sql<{ level: number; live: boolean; inside: boolean }>`
    with recursive up as (
      select id, parent_id, deleted_at, 0 as depth from instance where id = ${folder.instanceId}
      union all
      select p.id, p.parent_id, p.deleted_at, up.depth + 1 from up join instance p on p.id = up.parent_id where up.depth <= ${sql.lit(limits.folderDepth + 2)}
    ) select max(depth) as level, bool_and(deleted_at is null) as live, coalesce(bool_or(id = ${itemId}::uuid), false) as inside from up`.execute(
    transaction,
  );
  const { level, live, inside } = rows[0]!;
  if (!live) throw new Failure('FILE_NOT_FOUND');
  if (inside) throw new Failure('INSIDE_ITSELF');
  if (height > 0 && level + height > limits.folderDepth) throw new Failure('TOO_DEEP', { limit: limits.folderDepth });
}

/**
 * How many levels of folders a folder brings, itself counted: the bound that is kept, and where that is more than `most`, what there
 * really is. A bound costs one row; only where it does not suffice the tree is walked.
 */
export async function heightOf(database: Kysely<Tables>, folderId: string, most: number): Promise<number> {
  const known = await database.selectFrom('folder_height').select('height').where('folder_id', '=', folderId).executeTakeFirst();
  const bound = 1 + (known?.height ?? 0);
  if (bound <= most) return bound;
  const { rows } = await sql<{ height: number }>`
    with recursive under as (
      select ${folderId}::uuid as id, 1 as height
      union all
      select c.id, under.height + 1 from under join instance c on c.parent_id = under.id and not c.is_file and c.deleted_at is null
      where under.height <= ${sql.lit(limits.folderDepth)}
    ) select max(height) as height from under`.execute(database);
  return rows[0]!.height;
}

/** Of a folder's level, its space's top folder not counted. Throws TOO_DEEP. */
export function requireLevel(level: number): void {
  if (level > limits.folderDepth) throw new Failure('TOO_DEEP', { limit: limits.folderDepth });
}

/** How many levels a folder lies below its space's top folder. */
export async function levelOf(database: Kysely<Tables>, folderId: string): Promise<number> {
  const { rows } = await sql<{ level: number }>`
    with recursive up as (
      select parent_id, 0 as depth from instance where id = ${folderId}
      union all
      select p.parent_id, up.depth + 1 from up join instance p on p.id = up.parent_id where up.depth <= ${sql.lit(limits.folderDepth + 2)}
    ) select coalesce(max(depth), 0) as level from up`.execute(database);
  return rows[0]!.level;
}

/** How many numbered names are tried before a name counts as taken. */
const mostNames = 10_000;

/** The name itself, or the first numbered one that no live item of the folder has. Throws NAME_TAKEN. */
export async function freeName(database: Kysely<Tables>, parentId: string, name: string): Promise<string> {
  if (!(await findChild(database, parentId, name))) return name;
  for (let n = 1; n < mostNames; n += 1) {
    const numbered = numberedName(name, n);
    if (!(await findChild(database, parentId, numbered))) return numbered;
  }
  throw new Failure('NAME_TAKEN', { field: 'instanceName' });
}
