import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { amongst, chunks } from './chunks.ts';

export interface LockedSubtrees {
  /** The items themselves first. */
  ids: string[];
  folders: string[];
  /** Levels of folders, the items themselves counted; 0 for files. */
  height: number;
  /** What was deleted by itself, directly below something live. */
  deleted: string[];
}

/** Level by level: a folder is held before it is looked into, so nobody adds to it unseen. */
export async function lockSubtrees(
  transaction: Transaction<Tables>,
  items: readonly { id: string; isFile: boolean }[],
): Promise<LockedSubtrees> {
  const trees: LockedSubtrees = { ids: items.map(({ id }) => id), folders: [], height: 0, deleted: [] };
  for (let level = items.flatMap(({ id, isFile }) => (isFile ? [] : [id])); level.length > 0;) {
    const next: string[] = [];
    for (const ids of chunks(level)) {
      await sql`select from instance where id = ${amongst(ids)} order by id for update`.execute(transaction);
      const { rows } = await sql<{ id: string; is_file: boolean; deleted: boolean }>`
        select id, is_file, deleted_at is not null as deleted from instance where parent_id = ${amongst(ids)}`.execute(transaction);
      for (const row of rows) {
        (row.deleted ? trees.deleted : trees.ids).push(row.id);
        if (!row.deleted && !row.is_file) next.push(row.id);
      }
    }
    trees.folders.push(...level);
    trees.height += 1;
    level = next;
  }
  return trees;
}

/**
 * The entries of what was deleted by itself in these folders, which goes to another folder of the bin with them: before the spaces and by
 * id, as by who gives an entry's room back (docs/decisions/0004).
 */
export async function lockEntriesIn(transaction: Transaction<Tables>, folderIds: readonly string[]): Promise<void> {
  for (const ids of chunks(folderIds))
    await sql`select from recycle where parent_id = ${amongst(ids)} order by id for update`.execute(transaction);
}

/** Bytes of all versions. */
export async function sumVersions(transaction: Transaction<Tables>, ids: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const some of chunks(ids)) {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::bigint as bytes from version where instance_id = ${amongst(some)}`.execute(transaction);
    bytes += rows[0]!.bytes;
  }
  return bytes;
}
