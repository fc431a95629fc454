import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { categoryOf, foldName } from '@alcove/contract';
import type { BlobId, InstanceId, SpaceId } from '@alcove/contract';
import { isNamed } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { lockSpaces } from '../spaces/index.ts';

/** The undeleted child with that name. Names are compared after NFC normalization and case folding. */
export async function findChild(
  database: Kysely<Tables>,
  parentId: InstanceId,
  name: string,
): Promise<{ id: InstanceId; name: string; is_file: boolean; version: number; size: number } | undefined> {
  return database
    .selectFrom('instance')
    .select(['id', 'name', 'is_file', 'version', 'size'])
    .where(isNamed('instance', sql`${parentId}`, sql`${foldName(name)}`))
    .executeTakeFirst();
}

/**
 * Locks the target folder until the transaction ends. Throws FILE_NOT_FOUND if it was deleted or moved to another space meanwhile. `for key
 * share` does not wait for others who add to the same folder.
 */
export async function lockFolder(transaction: Transaction<Tables>, folderId: InstanceId, spaceId: SpaceId): Promise<void> {
  const { rows } = await sql`
    select 1 from instance where id = ${folderId} and space_id = ${spaceId} and not is_file and deleted_at is null for key share`.execute(
    transaction,
  );
  if (rows.length === 0) throw new Failure('FILE_NOT_FOUND');
}

/**
 * Locks a file until the transaction ends. Whoever changes a file's content and charges quota locks the file before its space
 * (docs/decisions/0004). Returns the id of its content. Throws FILE_NOT_FOUND like `lockFolder`.
 */
export async function lockFile(transaction: Transaction<Tables>, fileId: InstanceId, spaceId: SpaceId): Promise<string> {
  const { rows } = await sql<{ blob_id: BlobId }>`
    select blob_id from instance where id = ${fileId} and space_id = ${spaceId} and is_file and deleted_at is null for no key update`.execute(
    transaction,
  );
  if (!rows[0]) throw new Failure('FILE_NOT_FOUND');
  return rows[0].blob_id;
}

/** Locks the undeleted file with that name in a folder, like `lockFile`, and returns its id. Undefined if there is none. */
export async function lockChildFile(transaction: Transaction<Tables>, parentId: InstanceId, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from instance where ${isNamed('instance', sql`${parentId}`, sql`${foldName(name)}`)} and is_file for no key update`.execute(
    transaction,
  );
  return rows[0]?.id;
}

/**
 * Locks an item and then its space, whose lock protects the names in it. Returns the item's current name. Throws FILE_NOT_FOUND like
 * `lockFolder`.
 */
export async function lockNamed(
  transaction: Transaction<Tables>,
  { instanceId, spaceId }: { instanceId: InstanceId; spaceId: SpaceId },
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from instance where id = ${instanceId} and space_id = ${spaceId} and deleted_at is null for no key update`.execute(
    transaction,
  );
  if (!rows[0]) throw new Failure('FILE_NOT_FOUND');
  await lockSpaces(transaction, [spaceId]);
  return rows[0].name;
}

/** False if an undeleted sibling has the name. */
export async function setName(database: Kysely<Tables>, instanceId: InstanceId, name: string, isFile: boolean): Promise<boolean> {
  try {
    await database
      .updateTable('instance')
      .set({
        name,
        folded_name: foldName(name),
        ...(isFile ? { category: categoryOf(name) } : {}),
      })
      .where('id', '=', instanceId)
      .execute();
    return true;
  } catch (error) {
    if (isNameTaken(error)) return false;
    throw error;
  }
}

export const isNameTaken = (error: unknown): boolean =>
  (error as { code?: string; constraint?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'instance_live_name';
