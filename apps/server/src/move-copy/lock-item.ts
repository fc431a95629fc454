import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { shareLockContents } from '../contents/index.ts';
import { amongst, chunks } from './chunks.ts';
import type { Placing } from './deps.ts';

export interface LockedItem {
  parentId: string;
  name: string;
  isFile: boolean;
  blobId: string | null;
  size: number;
}

/** Before the space, as everyone who needs both takes them (docs/decisions/0004), and by id. */
export async function lockFiles(transaction: Transaction<Tables>, fileIds: readonly string[]): Promise<void> {
  for (const ids of chunks([...fileIds].sort()))
    await sql`select from instance where id = ${amongst(ids)} order by id for no key update`.execute(transaction);
}

/**
 * The item as it is now, held until the transaction ends; a file that is to become a version together with its content
 * and with the one that has its name.
 * Throws FILE_NOT_FOUND when it is gone, or in another space by now.
 */
export async function lockItem(transaction: Transaction<Tables>, { place, target, onConflict }: Placing): Promise<LockedItem> {
  const id = place.instanceId;
  const becomesVersion = place.isFile && onConflict === 'version';
  const shared = becomesVersion ? await shareLockContents(transaction, [id]) : null;
  if (becomesVersion) await lockFiles(transaction, [id, ...(await namesakes(transaction, id, target.instanceId))]);
  const asked = transaction
    .selectFrom('instance')
    .select(['parent_id', 'name', 'is_file', 'blob_id', 'size'])
    .where('id', '=', id)
    .where('space_id', '=', place.spaceId)
    .where('deleted_at', 'is', null);
  // A folder whose content is looked through and taken is held against those who add to it from the beginning.
  const takesContent = !place.isFile && (onConflict === 'merge' || place.spaceId !== target.spaceId);
  const row = await (takesContent ? asked.forUpdate() : asked.forNoKeyUpdate()).executeTakeFirst();
  if (!row?.parent_id) throw new Failure('FILE_NOT_FOUND');
  if (shared && row.blob_id !== null && !shared.has(row.blob_id)) throw new ChangedMeanwhile();
  return { parentId: row.parent_id, name: row.name, isFile: row.is_file, blobId: row.blob_id, size: row.size };
}

async function namesakes(transaction: Transaction<Tables>, id: string, folderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other.id from instance i join instance other on other.parent_id = ${folderId} and other.folded_name = i.folded_name
    where i.id = ${id} and other.is_file and other.deleted_at is null`.execute(transaction);
  return rows.map((row) => row.id);
}
