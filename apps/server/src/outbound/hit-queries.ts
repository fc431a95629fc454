/** What the texts of contents hold, by the revisions of the rules (`dlp_hits`). */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { BlobId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface TextToCompare {
  blobId: BlobId;
  text: string;
  /** The rules that it was compared with before. */
  judged: number[];
}

/** The text of a content that was read; undefined if it has none, or is gone. */
export async function findText(database: Kysely<Tables>, blobId: BlobId): Promise<TextToCompare | undefined> {
  const { rows } = await sql<{ text: string; judged: number[] | null }>`
    select t.text, h.judged from blob_text t join blob b on b.id = t.blob_id left join dlp_hits h on h.blob_id = t.blob_id
    where t.blob_id = ${blobId} and b.text_state = 'read'`.execute(database);
  const row = rows[0];
  return row && { blobId, text: row.text, judged: row.judged ?? [] };
}

export interface Hits {
  judged: readonly number[];
  found: readonly number[];
  unread: boolean;
}

/**
 * Adds what a comparison found, and forgets rules that are not among `current` any more. Nothing happens if the content was collected meanwhile.
 */
export async function addHits(
  database: Kysely<Tables>,
  blobId: BlobId,
  { judged, found, unread }: Hits,
  current: readonly number[],
): Promise<void> {
  const kept = (numbers: string) =>
    sql`(select coalesce(array_agg(distinct n), '{}') from unnest(${sql.ref(`dlp_hits.${numbers}`)} || ${sql.ref(`excluded.${numbers}`)}) n where n = any(${current}::int[]))`;
  await sql`
    insert into dlp_hits (blob_id, judged, found, unread)
    select id, ${judged}::int[], ${found}::int[], ${unread} from blob where id = ${blobId}
    on conflict (blob_id) do update set judged = ${kept('judged')}, found = ${kept('found')}, unread = dlp_hits.unread or excluded.unread`.execute(
    database,
  );
}
