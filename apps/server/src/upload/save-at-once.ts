/**
 * The common ends of an upload, each as one statement: a new file whose name is free. One round trip and one commit instead
 * of ten. Whatever does not fit (a name that is taken, content that came twice, no space left) leaves everything as it was and
 * answers null; the longer way then tells why, or does it. The space is charged before the name is taken (docs/decisions/0004): who
 * looks for a free number holds it too. It is named once in a statement: one that locks a row and then changes it comes by the row's
 * older version again, where those wait who wait for this one.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { categoryOf, foldName } from '@alcove/contract';
import type { Category } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { askAgain, isOwn } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { changeQuota, hasRoom } from '../spaces/index.ts';
import type { FoundUpload } from './upload-lookup.ts';

export interface NewName {
  instanceId: string;
  category: Category;
  createdAt: Date;
}

interface NewContent {
  bucket: string;
  sha256: string | null;
  crc32: number | null;
  /** The hashes were computed by the store itself: the content may serve instant transfers at once. */
  verified: boolean;
}

const divisionByZero = '22012';
const uniqueViolation = '23505';

const nameIsFree = (parentId: string, name: string): RawBuilder<boolean> =>
  sql`not exists (select from instance where parent_id = ${parentId} and folded_name = ${foldName(name)} and deleted_at is null)`;
/** Where the name was taken while the space was waited for, the statement fails as a whole. */
const unlessTaken = sql`select (select created_at from made) as created_at, 1 / (select count(*) from made) as made from charged`;

/**
 * What one statement does in a folder, which waits for others there. In a person's own space nobody takes their right away meanwhile;
 * anywhere else it is asked again once the folder and the space are held. Null takes it back. Throws what `authorise` throws.
 */
export async function unlessOwnAskAgain<Made>(
  database: Kysely<Tables>,
  caller: Caller,
  folder: ItemContext,
  work: (database: Kysely<Tables>) => Promise<Made>,
): Promise<Made | null> {
  if (isOwn(folder)) return work(database);
  try {
    return await database.transaction().execute(async (transaction) => {
      const made = await work(transaction);
      if (made === null) throw new NothingMade();
      await askAgain(transaction, caller, folder.instanceId, 'upload');
      return made;
    });
  } catch (error) {
    if (error instanceof NothingMade) return null;
    throw error;
  }
}

/** A statement that failed spoils its transaction. */
class NothingMade extends Error {}

export async function saveUploadAtOnce(database: Kysely<Tables>, upload: FoundUpload, content: NewContent): Promise<NewName | null> {
  const [instanceId, blobId, category] = [newId(), newId(), categoryOf(upload.name)];
  return unlessRefused(
    sql<{ created_at: Date }>`
    with open as (select id, reserved_bytes from upload where id = ${upload.id} and state = 'open' for update),
    folder as (select f.id from instance f, open where f.id = ${upload.parent_id} and f.space_id = ${upload.space_id} and not f.is_file and f.deleted_at is null for key share of f),
    charged as (
      ${changeQuota({
        spaceId: upload.space_id,
        used: upload.size,
        reserved: sql`-open.reserved_bytes`,
        from: sql`open, folder`,
        where: nameIsFree(upload.parent_id, upload.name),
      })} returning space.id
    ),
    made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select ${instanceId}, charged.id, folder.id, true, ${upload.name}, ${foldName(upload.name)}, ${category}, ${blobId}, ${upload.size}, ${upload.user_id}, ${upload.user_id} from folder, charged
      on conflict (parent_id, folded_name) where deleted_at is null do nothing returning id, created_at
    ),
    content as (
      insert into blob (id, size, md5, sha256, crc32, confuse, verified_at)
      select ${blobId}, ${upload.size}, ${upload.md5}, ${content.sha256}, ${content.crc32}, ${upload.confuse === null ? null : JSON.stringify(upload.confuse)}::jsonb, case when ${content.verified} then now() end from made
    ),
    stored as (insert into replica (blob_id, bucket, object_key) select ${blobId}, ${content.bucket}, ${upload.object_key} from made),
    first as (insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, ${blobId}, ${upload.size}, ${upload.user_id} from made),
    closed as (update upload set state = 'saved', instance_id = made.id, instance_version = 1, reserved_bytes = 0 from made where upload.id = ${upload.id})
    ${unlessTaken}`.execute(database),
    instanceId,
    category,
  );
}

export async function saveTicketAtOnce(
  database: Kysely<Tables>,
  of: { ticketId: string; spaceId: string; parentId: string; name: string; blobId: string; size: number; userId: string },
): Promise<NewName | null> {
  const [instanceId, category] = [newId(), categoryOf(of.name)];
  return unlessRefused(
    sql<{ created_at: Date }>`
    with open as (select id from instant_ticket where id = ${of.ticketId} and instance_id is null for update),
    folder as (select f.id from instance f, open where f.id = ${of.parentId} and f.space_id = ${of.spaceId} and not f.is_file and f.deleted_at is null for key share of f),
    content as (select b.id from blob b, folder where b.id = ${of.blobId} and b.verified_at is not null and b.quarantined_at is null and b.unneeded_since is null for key share of b),
    charged as (
      ${changeQuota({
        spaceId: of.spaceId,
        used: of.size,
        from: sql`content`,
        where: sql`${hasRoom(of.size)} and ${nameIsFree(of.parentId, of.name)}`,
      })} returning space.id
    ),
    made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select ${instanceId}, charged.id, folder.id, true, ${of.name}, ${foldName(of.name)}, ${category}, content.id, ${of.size}, ${of.userId}, ${of.userId} from folder, content, charged
      on conflict (parent_id, folded_name) where deleted_at is null do nothing returning id, created_at
    ),
    first as (insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, ${of.blobId}, ${of.size}, ${of.userId} from made),
    used as (update instant_ticket set instance_id = made.id from made where instant_ticket.id = ${of.ticketId})
    ${unlessTaken}`.execute(database),
    instanceId,
    category,
  );
}

async function unlessRefused(
  statement: Promise<{ rows: { created_at: Date }[] }>,
  instanceId: string,
  category: Category,
): Promise<NewName | null> {
  try {
    const [row] = (await statement).rows;
    return row ? { instanceId, category, createdAt: row.created_at } : null;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === divisionByZero || code === uniqueViolation) return null;
    throw error;
  }
}
