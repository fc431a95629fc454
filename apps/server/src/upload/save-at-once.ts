/**
 * The common ends of an upload, each as one statement: a new file whose name is free. One round trip and one commit instead
 * of ten. Whatever does not fit (a name that is taken, content that came twice, no space left) leaves everything as it was and
 * answers null; the longer way then tells why, or does it. The space is held before the name is taken (docs/decisions/0004): who
 * looks for a free number holds it too.
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { categoryOf, foldName } from '@alcove/contract';
import type { Category } from '@alcove/contract';
import { hasRoom } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
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

export async function saveUploadAtOnce(database: Kysely<Tables>, upload: FoundUpload, content: NewContent): Promise<NewName | null> {
  const [instanceId, blobId, category] = [newId(), newId(), categoryOf(upload.name)];
  return unlessRefused(
    sql<{ created_at: Date }>`
    with open as (select id, reserved_bytes from upload where id = ${upload.id} and state = 'open' for update),
    folder as (select f.id from instance f, open where f.id = ${upload.parent_id} and f.space_id = ${upload.space_id} and not f.is_file and f.deleted_at is null for key share of f),
    held as (select s.id from space s, folder where s.id = ${upload.space_id} for no key update of s),
    made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select ${instanceId}, held.id, folder.id, true, ${upload.name}, ${foldName(upload.name)}, ${category}, ${blobId}, ${upload.size}, ${upload.user_id}, ${upload.user_id} from folder, held
      on conflict (parent_id, folded_name) where deleted_at is null do nothing returning id, created_at
    ),
    content as (
      insert into blob (id, size, md5, sha256, crc32, confuse, verified_at)
      select ${blobId}, ${upload.size}, ${upload.md5}, ${content.sha256}, ${content.crc32}, ${upload.confuse === null ? null : JSON.stringify(upload.confuse)}::jsonb, case when ${content.verified} then now() end from made
    ),
    stored as (insert into replica (blob_id, bucket, object_key) select ${blobId}, ${content.bucket}, ${upload.object_key} from made),
    first as (insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, ${blobId}, ${upload.size}, ${upload.user_id} from made),
    charged as (update space set reserved_bytes = space.reserved_bytes - open.reserved_bytes, used_bytes = used_bytes + ${upload.size} from made, open where space.id = ${upload.space_id}),
    closed as (update upload set state = 'saved', instance_id = made.id, instance_version = 1, reserved_bytes = 0 from made where upload.id = ${upload.id})
    select created_at from made`.execute(database),
    instanceId,
    category,
  );
}

/** The quota is checked as it is charged; where it does not suffice, the statement fails as a whole. */
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
    held as (select s.id from space s, content where s.id = ${of.spaceId} for no key update of s),
    made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select ${instanceId}, held.id, folder.id, true, ${of.name}, ${foldName(of.name)}, ${category}, content.id, ${of.size}, ${of.userId}, ${of.userId} from folder, content, held
      on conflict (parent_id, folded_name) where deleted_at is null do nothing returning id, created_at
    ),
    first as (insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, ${of.blobId}, ${of.size}, ${of.userId} from made),
    charged as (
      update space set used_bytes = used_bytes + ${of.size} from made
      where space.id = ${of.spaceId} and ${hasRoom(of.size)} returning space.id
    ),
    used as (update instant_ticket set instance_id = made.id from made where instant_ticket.id = ${of.ticketId})
    select created_at, 1 / (select count(*) from charged) as charged from made`.execute(database),
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
