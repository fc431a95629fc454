import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { fileOf } from './file-queries.ts';
import type { LinkFile } from './file-queries.ts';
import { findChildren, findTop } from './walk-queries.ts';
import type { Folder } from './walk-queries.ts';

/** A file or folder of a link, with its way from the linked item down: `folder/name`. */
export interface WalkedFile extends LinkFile {
  path: string;
}

/** Folders that are read in one statement. */
const foldersAtOnce = 50;

/**
 * All files and folders at and below an item, in batches: everything in a folder of a million files at once would be too much. What changes meanwhile may
 * be missed, so nothing is allowed because a walk did not meet it. Items in a bin are not met.
 */
export async function* walk(database: Kysely<Tables>, linkId: string | null, instanceId: InstanceId): AsyncGenerator<WalkedFile[]> {
  const top = await findTop(database, linkId, instanceId);
  if (!top) return;
  yield [{ ...fileOf(top), path: top.name }];
  if (top.is_file) return;
  const waiting: Folder[] = [{ id: top.id, level: top.sensitivity, path: '', after: '' }];
  while (waiting.length > 0) {
    const folders = waiting.splice(0, foldersAtOnce);
    const files: WalkedFile[] = [];
    for (const { n, folded, last, ...row } of await findChildren(database, linkId, folders)) {
      const folder = folders[n - 1]!;
      const path = `${folder.path}${row.name}`;
      files.push({ ...fileOf(row), path });
      if (!row.is_file) waiting.push({ id: row.id, level: row.sensitivity, path: `${path}/`, after: '' });
      if (last) waiting.unshift({ ...folder, after: folded });
    }
    yield files;
  }
}
