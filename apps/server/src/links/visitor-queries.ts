import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId, LinkPermission, LinkVisitorType } from '@alcove/contract';
import { isActive, minutesOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

export interface VisitRow {
  id: string;
  link_id: string;
  path: string;
  creator_id: string;
  instance_id: InstanceId;
  permissions: LinkPermission[];
  visitor_type: LinkVisitorType;
  /** The colleague who opened the link. */
  person_id: string | null;
  /** They are neither frozen nor expired. */
  active: boolean;
  /** The link names this colleague, or is theirs. */
  named: boolean;
  /** Nothing was heard of the visitor for a minute. */
  stale: boolean;
  /** The link is being verified, and its creator looks at it. */
  proposed: boolean;
}

export type VisitKey = { tokenHash: Buffer } | { visitId: string };

/** A visit that has not ended and whose link is open, by the database's clock. For its creator a link is open while it is verified, too. */
export async function findVisit(database: Kysely<Tables>, key: VisitKey): Promise<VisitRow | undefined> {
  const granted = sql`exists (select from file_grant g where g.source_id = l.id and g.source_kind = 'link' and (g.expires_at is null or g.expires_at > now()))`;
  const isTheirs = sql`l.state = 'verifying' and v.person_id = l.creator_id and (l.expires_at is null or l.expires_at > now())`;
  const { rows } =
    await sql<VisitRow>`select v.id, v.link_id, l.path, l.creator_id, l.instance_id, l.permissions, l.visitor_type, v.person_id,
    coalesce((select ${isActive} from user_account u where u.id = v.person_id), false) as active,
    l.creator_id = v.person_id or exists (select from link_person p where p.link_id = l.id and p.user_id = v.person_id) as named,
    v.seen_at < now() - interval '1 minute' as stale, coalesce(${isTheirs}, false) as proposed
    from link_visitor v join link l on l.id = v.link_id
    where ${'tokenHash' in key ? sql`v.token_hash = ${key.tokenHash}` : sql`v.id = ${key.visitId}`} and v.expires_at > now()
      and v.seen_at > now() - ${minutesOf('linkVisitIdleMinutes')}
      and (${granted} or ${isTheirs})`.execute(database);
  return rows[0];
}

export async function setVisitorSeen(database: Kysely<Tables>, visitorId: string): Promise<void> {
  await database
    .updateTable('link_visitor')
    .set({ seen_at: sql`now()` })
    .where('id', '=', visitorId)
    .execute();
}

/** The first who signs in during a visit of nobody. */
export async function setVisitorPerson(database: Kysely<Tables>, visitorId: string, personId: string): Promise<void> {
  await database
    .updateTable('link_visitor')
    .set({ person_id: personId })
    .where('id', '=', visitorId)
    .where('person_id', 'is', null)
    .execute();
}
