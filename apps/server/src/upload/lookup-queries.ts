/** Reads what the steps of an upload need in one round trip, together with the permission check. */
import { sql } from 'kysely';
import { foldName } from '@alcove/contract';
import type { BlobId, InstanceId } from '@alcove/contract';
import { makerOf } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseAlso } from '../permission/index.ts';
import { fitsQuota } from '../spaces/index.ts';
import type { UploadDeps } from './deps.ts';
import type { UploadRow } from './upload-queries.ts';

export interface CheckFacts {
  /** The existing child with this name, not deleted. */
  taken: { isFile: boolean } | null;
  /** Verified content with this size and MD5, and with this SHA-256 if the client sent one. None if its bytes are damaged: new ones repair it. */
  known: { blobId: BlobId; objectKey: string } | null;
  /** Whether the upload fits into the space. */
  fits: boolean;
  /** For `judgeArrival`. */
  isJudged: boolean;
}

type LookUpDeps = Pick<UploadDeps, 'database' | 'store' | 'arrivalsAreJudged'>;

export async function lookUpCheck(
  { database, store, arrivalsAreJudged }: LookUpDeps,
  caller: Caller,
  of: { parentId: InstanceId; name: string; size: number; md5: string; sha256: string | undefined },
) {
  return authoriseAlso<CheckFacts>(
    database,
    caller,
    of.parentId,
    'upload',
    sql`json_build_object(
    'taken', (select json_build_object('isFile', t.is_file) from instance t where t.parent_id = i.id and t.folded_name = ${foldName(of.name)} and t.deleted_at is null),
    'known', (select json_build_object('blobId', b.id, 'objectKey', r.object_key) from blob b join replica r on r.blob_id = b.id and r.bucket = ${store.bucket} where b.md5 = ${of.md5} and b.size = ${of.size} and b.verified_at is not null and b.quarantined_at is null
      and b.sha256 = coalesce(${of.sha256 ?? null}::text, b.sha256)
      and not exists (select from damaged_content d where d.blob_id = b.id) limit 1),
    'fits', ${fitsQuota(of.size)}, 'isJudged', ${arrivalsAreJudged})`,
  );
}

export type FoundUpload = Omit<UploadRow, 'created_at' | 'expires_at'>;

/** The caller's upload with this key, and whether the caller may upload to its folder. */
export async function lookUpSave({ database, arrivalsAreJudged }: LookUpDeps, caller: Caller, objectKey: string) {
  const { userId, visitorId } = makerOf(caller);
  const own = sql`from upload where object_key = ${objectKey} and user_id = ${userId} and visitor_id is not distinct from ${visitorId}::uuid`;
  return authoriseAlso<{ upload: FoundUpload; isJudged: boolean }>(
    database,
    caller,
    sql`(select parent_id ${own})`,
    'upload',
    sql`(select json_build_object('upload', to_json(upload), 'isJudged', ${arrivalsAreJudged}) ${own})`,
  );
}

export interface TicketFacts {
  nonce: string;
  ranges: [start: number, length: number][];
  /** The instance that the ticket was used for. */
  instanceId: InstanceId | null;
  /** For `judgeArrival`. */
  isJudged: boolean;
  content: { id: BlobId; size: number; sha256: string | null; confuse: UploadRow['confuse']; objectKey: string } | null;
}

/** A person's ticket for a folder, with its content unless that is quarantined. Null if there is none or it has expired. */
export async function lookUpTicket(
  { database, store, arrivalsAreJudged }: LookUpDeps,
  caller: Caller,
  of: { ticketId: string; parentId: InstanceId },
) {
  return authoriseAlso<TicketFacts | null>(
    database,
    caller,
    of.parentId,
    'upload',
    sql`(
    select json_build_object('nonce', t.nonce, 'ranges', t.ranges, 'instanceId', t.instance_id, 'isJudged', ${arrivalsAreJudged}, 'content', (
      select json_build_object('id', b.id, 'size', b.size, 'sha256', b.sha256, 'confuse', b.confuse, 'objectKey', r.object_key)
      from blob b join replica r on r.blob_id = b.id where b.id = t.blob_id and r.bucket = ${store.bucket} and b.quarantined_at is null))
    from instant_ticket t where t.id = ${of.ticketId} and t.user_id = ${(caller.visitor?.person ?? caller).userId} and t.parent_id = i.id and t.expires_at > now())`,
  );
}
