import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { BlobId, InstanceId, Language } from '@alcove/contract';
import { children } from '../database/index.ts';
import type { StoredConfuse, Tables } from '../database/index.ts';
import type { Maker } from '../http/index.ts';
import { countsBelow, ownOnlyAtFirst, ownOnlyBelow } from '../permission/index.ts';
import type { VisibleUnder } from '../permission/index.ts';

export interface SelectedRow {
  /** The chosen item that this one is in, or that it is itself. An item in a chosen folder may have been chosen too. */
  top_id: InstanceId;
  id: InstanceId;
  parent_id: InstanceId | null;
  name: string;
  is_file: boolean;
  /** The newest version. */
  version: number;
  /** Seconds since 1970. */
  updated: number;
  /** Null for folders, and for a file without content. */
  blob_id: BlobId | null;
  size: number | null;
  crc32: number | null;
  confuse: StoredConfuse | null;
  quarantined: boolean | null;
  object_key: string | null;
}

/** One more than may be sent, so that too many are noticed without reading all of them. */
const mostRows = 2 * limits.filesPerArchive + 1;

/** The chosen items and everything below them that is visible and not deleted, with the place of their content in the store. */
export async function selectUnder(
  database: Kysely<Tables>,
  instanceIds: readonly InstanceId[],
  bucket: string,
  visible: VisibleUnder,
): Promise<SelectedRow[]> {
  const { rows } = await sql<SelectedRow>`
    with recursive under as (
      select i.id as top_id, i.id, i.parent_id, i.space_id, i.name, i.is_file, i.version, i.updated_at, i.blob_id, ${ownOnlyAtFirst(visible)} as own_only
      from instance i where i.id = any(${instanceIds}::uuid[]) and i.deleted_at is null
      union all
      select under.top_id, c.id, c.parent_id, c.space_id, c.name, c.is_file, c.version, c.updated_at, c.blob_id, ${ownOnlyBelow(visible)}
      from under cross join ${children('under.id')} c where c.space_id = under.space_id and not under.is_file and ${countsBelow(visible)}
    )
    select under.top_id, under.id, under.parent_id, under.name, under.is_file, under.version, floor(extract(epoch from under.updated_at))::bigint as updated,
      under.blob_id, b.size, b.crc32, b.confuse, b.quarantined, b.object_key
    from under left join lateral (
      select b.size, b.crc32, b.confuse, b.quarantined_at is not null as quarantined, r.object_key
      from blob b left join replica r on r.blob_id = b.id and r.bucket = ${bucket} where b.id = under.blob_id offset 0
    ) b on true
    limit ${mostRows}`.execute(database);
  return rows;
}

export interface Ticket {
  instanceIds: InstanceId[];
  fileName: string;
  language: Language;
  createdAt: Date;
}

/** The ticket is valid for ten minutes, and only for this person or visitor. */
export async function insertTicket(
  database: Kysely<Tables>,
  id: string,
  { userId, visitorId }: Maker,
  ticket: Omit<Ticket, 'createdAt'>,
): Promise<void> {
  await database
    .insertInto('folder_download')
    .values({
      id,
      user_id: userId,
      visitor_id: visitorId,
      instance_ids: ticket.instanceIds,
      file_name: ticket.fileName,
      language: ticket.language,
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .execute();
}

export async function findTicket(database: Kysely<Tables>, id: string, { userId, visitorId }: Maker): Promise<Ticket | null> {
  const row = await database
    .selectFrom('folder_download')
    .select(['instance_ids', 'file_name', 'language', 'created_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('visitor_id', 'is not distinct from', visitorId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row
    ? { instanceIds: row.instance_ids, fileName: row.file_name, language: row.language as Language, createdAt: row.created_at }
    : null;
}

/** The visit that a ticket was issued to, or null. */
export async function findTicketVisit(database: Kysely<Tables>, id: string): Promise<string | null> {
  const row = await database.selectFrom('folder_download').select('visitor_id').where('id', '=', id).executeTakeFirst();
  return row?.visitor_id ?? null;
}

/** Those of visitors stay for a day: a ZIP that is still being sent asks by its ticket whose it is. Returns 0: no further run is needed. */
export async function removeEndedTickets(database: Kysely<Tables>): Promise<0> {
  await database
    .deleteFrom('folder_download')
    .where('expires_at', '<', sql<Date>`now() - case when visitor_id is null then interval '0' else interval '1 day' end`)
    .execute();
  return 0;
}
