import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { settingOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** Whether so many bytes more may come through the link, beside what has come and what is on its way. False if the link is gone. */
export async function fitsLink(database: Kysely<Tables>, linkId: string, size: number): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select l.uploaded_bytes + ${size} + (select coalesce(sum(u.size), 0) from upload u where u.link_id = l.id and u.state = 'open') <= ${settingOf('linkUploadBytes')} as fits
    from link l where l.id = ${linkId}`.execute(database);
  return rows[0]?.fits ?? false;
}

/** Open uploads through links that are no longer open. */
export async function findUploadsOfClosedLinks(database: Kysely<Tables>, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from upload u where u.link_id is not null and u.state = 'open' and not exists (
      select from file_grant g where g.source_kind = 'link' and g.source_id = u.link_id and (g.expires_at is null or g.expires_at > now()))
    limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}
