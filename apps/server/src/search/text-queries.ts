/** Which contents' texts are indexed next, and the index itself. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { BlobId } from '@alcove/contract';
import { settleText } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import type { IndexedText } from './index-text.ts';

/** Verified contents whose text is not indexed yet, oldest first. */
export async function findUnread(database: Kysely<Tables>, most: number): Promise<BlobId[]> {
  const { rows } = await sql<{ id: BlobId }>`
    select id from blob where text_state is null and verified_at is not null and quarantined_at is null order by created_at limit ${most}`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

/** Those of these contents that are verified and whose text is not indexed yet. */
export async function findUnreadAmong(database: Kysely<Tables>, blobIds: readonly BlobId[]): Promise<BlobId[]> {
  const { rows } = await sql<{ id: BlobId }>`
    select id from blob where id = any(${blobIds}::uuid[]) and text_state is null and verified_at is not null and quarantined_at is null`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

/** The oldest pending document in an old office format. */
export async function nextSlow(database: Kysely<Tables>): Promise<BlobId | null> {
  const { rows } = await sql<{ id: BlobId }>`
    select id from blob where text_state = 'slow' and quarantined_at is null order by created_at limit 1`.execute(database);
  return rows[0]?.id ?? null;
}

/** Nothing happens if the content was collected meanwhile. */
export async function saveText(database: Kysely<Tables>, blobId: BlobId, { text, keys, cut }: IndexedText): Promise<void> {
  await sql`with settled as (${settleText([blobId], 'read')})
    insert into blob_text (blob_id, text, keys, cut) select id, ${text}, ${keys}::integer[], ${cut} from settled
    on conflict (blob_id) do update set text = excluded.text, keys = excluded.keys, cut = excluded.cut`.execute(database);
}

/** Merges the keys of texts that were saved since the last time into the index. Until then, every search looks through them one by one. */
export async function mergeTexts(database: Kysely<Tables>): Promise<void> {
  await sql`select gin_clean_pending_list('blob_text_keys')`.execute(database);
}
