import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { categoryOf, foldName, numberedName } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile, findChild, lockChildFile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { authoriseNamesake } from '../permission/index.ts';

export type OnConflict = 'fail' | 'rename' | 'version';

export interface NewFile {
  spaceId: string;
  parentId: string;
  name: string;
  blobId: string;
  size: number;
  caller: Caller;
  onConflict: OnConflict;
}

/** How many numbered names are tried before the name counts as taken. */
const mostNames = 10_000;

/**
 * A file with this content: a new one, a numbered one, or a new version of the one that has the name. A folder of that name is
 * never replaced. Runs inside the caller's transaction, which holds the folder and is repeated by `whileNamesChange`; `pay` takes the room in its turn: after the file that
 * is to have a new version, before the name and the folder's count (docs/decisions/0004). Throws what `pay` throws, NAME_TAKEN, and
 * NOT_ALLOWED where the file itself may not be changed.
 */
export async function saveFile(
  transaction: Transaction<Tables>,
  file: NewFile,
  pay: () => Promise<void>,
): Promise<{ instanceId: string; version: number }> {
  const heldId = file.onConflict === 'version' ? await lockChildFile(transaction, file.parentId, file.name) : undefined;
  await pay();
  const created = await insertFile(transaction, file, file.name);
  if (created) return { instanceId: created, version: 1 };
  const existing = await findChild(transaction, file.parentId, file.name);
  if (file.onConflict === 'version' && existing?.is_file) {
    if (existing.id !== heldId) throw new ChangedMeanwhile();
    await authoriseNamesake(transaction, file.caller, existing.id);
    return addVersion(transaction, existing.id, file);
  }
  if (file.onConflict === 'fail' || (file.onConflict === 'version' && existing)) throw new Failure('NAME_TAKEN', { field: 'fName' });
  for (let n = 1; n < mostNames; n += 1) {
    const instanceId = await insertFile(transaction, file, numberedName(file.name, n));
    if (instanceId) return { instanceId, version: 1 };
  }
  throw new Failure('NAME_TAKEN', { field: 'fName' });
}

/** Row, first version in one statement; null when a live sibling has the name. */
async function insertFile(transaction: Transaction<Tables>, file: NewFile, name: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      values (${newId()}, ${file.spaceId}, ${file.parentId}, true, ${name}, ${foldName(name)}, ${categoryOf(name)}, ${file.blobId}, ${file.size}, ${file.caller.userId}, ${file.caller.userId})
      on conflict (parent_id, folded_name) where deleted_at is null do nothing returning id
    ), first as (
      insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, ${file.blobId}, ${file.size}, ${file.caller.userId} from made
    )
    select id from made`.execute(transaction);
  return rows[0]?.id ?? null;
}

/** Makes the content the newest version of a file that is there. Throws FILE_NOT_FOUND. */
export async function addVersion(
  transaction: Transaction<Tables>,
  instanceId: string,
  { blobId, size, caller }: Pick<NewFile, 'blobId' | 'size' | 'caller'>,
): Promise<{ instanceId: string; version: number }> {
  const [version] = await addVersions(transaction, [{ fileId: instanceId, blobId, size }], caller);
  return { instanceId, version: version! };
}

/** The same for many files at once. Answers their numbers, in no order. Throws FILE_NOT_FOUND when one of them is gone. */
export async function addVersions(
  transaction: Transaction<Tables>,
  contents: readonly { fileId: string; blobId: string; size: number }[],
  caller: Caller,
): Promise<number[]> {
  const { rows } = await sql<{ id: string; number: number }>`
    with made as (
      update instance i set version = i.version + 1, blob_id = n.blob_id, size = n.size, editor_id = ${caller.userId}, updated_at = now()
      from unnest(${contents.map(({ fileId }) => fileId)}::uuid[], ${contents.map(({ blobId }) => blobId)}::uuid[], ${contents.map(({ size }) => size)}::bigint[]) as n (id, blob_id, size)
      where i.id = n.id and i.deleted_at is null returning i.id, i.version, i.blob_id, i.size
    )
    insert into version (instance_id, number, blob_id, size, creator_id) select id, version, blob_id, size, ${caller.userId} from made
    returning instance_id as id, number`.execute(transaction);
  if (rows.length < contents.length) throw new Failure('FILE_NOT_FOUND');
  for (const [number, some] of Map.groupBy(rows, (row) => row.number))
    await recordActivity(
      transaction,
      caller.userId,
      some.map(({ id }) => id),
      { kind: 'newVersion', data: { version: number } },
    );
  return rows.map(({ number }) => number);
}
