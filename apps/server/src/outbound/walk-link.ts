import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { fileOf, highest, itsLevel, judgedColumns, judgedJoins } from './file-queries.ts';
import type { FoundRow, LinkFile } from './file-queries.ts';

/** A file below a link, with its way from the linked item down: `folder/name`. */
export interface WalkedFile extends LinkFile {
  path: string;
}

interface Folder {
  id: InstanceId;
  level: Sensitivity;
  path: string;
  /** The children after this folded name. */
  after: string;
}

/** Folders that are read in one statement, and children of each. */
const foldersAtOnce = 50;
const childrenAtOnce = 1000;

/**
 * All files at and below an item, in batches: everything in a folder of a million files at once would be too much. What changes meanwhile may
 * be missed, so nothing is allowed because a walk did not meet it. Items in a bin are not met.
 */
export async function* walk(database: Kysely<Tables>, linkId: string | null, instanceId: InstanceId): AsyncGenerator<WalkedFile[]> {
  const top = await findTop(database, linkId, instanceId);
  if (!top) return;
  if (top.is_file) return yield [{ ...fileOf(top), path: top.name }];
  const waiting: Folder[] = [{ id: top.id, level: top.sensitivity, path: '', after: '' }];
  while (waiting.length > 0) {
    const folders = waiting.splice(0, foldersAtOnce);
    const files: WalkedFile[] = [];
    for (const { n, folded, last, ...row } of await findChildren(database, linkId, folders)) {
      const folder = folders[n - 1]!;
      const path = `${folder.path}${row.name}`;
      if (row.is_file) files.push({ ...fileOf(row), path });
      else waiting.push({ id: row.id, level: row.sensitivity, path: `${path}/`, after: '' });
      if (last) waiting.unshift({ ...folder, after: folded });
    }
    yield files;
  }
}

async function findTop(database: Kysely<Tables>, linkId: string | null, instanceId: InstanceId): Promise<FoundRow | undefined> {
  const { rows } = await sql<FoundRow & { deleted: boolean }>`
    select ${judgedColumns}, l.deleted
    from instance i cross join ${itsLevel} ${judgedJoins(linkId)}
    where i.id = ${instanceId}`.execute(database);
  return rows[0]?.deleted ? undefined : rows[0];
}

/** `n`: of its folder, from 1. `last`: the folder has more. */
async function findChildren(
  database: Kysely<Tables>,
  linkId: string | null,
  folders: readonly Folder[],
): Promise<(FoundRow & { n: number; folded: string; last: boolean })[]> {
  const { rows } = await sql<FoundRow & { n: number; folded: string; last: boolean }>`
    select ${judgedColumns}, f.n::int, i.folded_name as folded, i.row_number = ${childrenAtOnce} as last
    from unnest(${folders.map(({ id }) => id)}::uuid[], ${folders.map(({ level }) => level)}::text[], ${folders.map(({ after }) => after)}::text[])
        with ordinality as f (id, level, after, n)
      cross join lateral (
        select c.*, row_number() over (order by c.folded_name) from instance c
        where c.parent_id = f.id and c.deleted_at is null and c.folded_name > f.after order by c.folded_name limit ${childrenAtOnce}
      ) i
      cross join lateral (select ${highest(sql`array[f.level, i.sensitivity]`)} as level) l ${judgedJoins(linkId)}
    order by f.n, i.folded_name`.execute(database);
  return rows;
}
