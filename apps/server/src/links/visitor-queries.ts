import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { LinkVisitorType } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface VisitRow {
  id: string;
  link_id: string;
  path: string;
  creator_id: string;
  visitor_type: LinkVisitorType;
  /** The colleague who opened the link. */
  person_id: string | null;
  /** The link names this colleague. */
  named: boolean;
  /** Nothing was heard of the visitor for a minute. */
  stale: boolean;
}

/** The visit of a token, if its link is open and it has not ended, by the database's clock. */
export async function findVisit(database: Kysely<Tables>, tokenHash: Buffer): Promise<VisitRow | undefined> {
  const { rows } = await sql<VisitRow>`select v.id, v.link_id, l.path, l.creator_id, l.visitor_type, v.person_id,
    exists (select from link_person p where p.link_id = l.id and p.user_id = v.person_id) as named,
    v.seen_at < now() - interval '1 minute' as stale
    from link_visitor v join link l on l.id = v.link_id
    where v.token_hash = ${tokenHash} and v.expires_at > now()
      and v.seen_at > now() - ${limits.linkVisitIdleMs} * interval '1 millisecond'
      and exists (select from file_grant g where g.source_id = l.id and g.source_kind = 'link' and (g.expires_at is null or g.expires_at > now()))`.execute(
    database,
  );
  return rows[0];
}

export async function setVisitorSeen(database: Kysely<Tables>, visitorId: string): Promise<void> {
  await database
    .updateTable('link_visitor')
    .set({ seen_at: sql`now()` })
    .where('id', '=', visitorId)
    .execute();
}
