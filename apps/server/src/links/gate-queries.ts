/** What the gate of a link reads and counts. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, LinkPermission, LinkReason, LinkState, LinkVisitorType, LinkWatermark } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface GateRow {
  id: string;
  instance_id: InstanceId;
  creator_id: string;
  creator_name: string;
  name: string;
  note: string;
  password_hash: string | null;
  permissions: LinkPermission[];
  visitor_type: LinkVisitorType;
  expires_at: Date | null;
  watermark: LinkWatermark;
  state: LinkState;
  /** Why it failed. */
  reason: LinkReason | null;
  /** Its end has come, by the database's clock. */
  ended: boolean;
  used_up: boolean;
  /** It has its grant. */
  granted: boolean;
  /** It names this person, or is theirs. */
  named: boolean;
}

/** `personId`: the colleague who is signed in. */
export async function findGate(database: Kysely<Tables>, path: string, personId: string | null): Promise<GateRow | undefined> {
  const { rows } =
    await sql<GateRow>`select l.id, l.instance_id, l.creator_id, u.real_name as creator_name, l.name, l.note, l.password_hash, l.permissions,
    l.visitor_type, l.expires_at, l.watermark, l.state, l.reason, coalesce(l.expires_at <= now(), false) as ended, coalesce(l.visits >= l.visit_limit, false) as used_up,
    exists (select from file_grant g where g.source_kind = 'link' and g.source_id = l.id) as granted,
    coalesce(l.creator_id = ${personId}::uuid, false) or exists (select from link_person p where p.link_id = l.id and p.user_id = ${personId}::uuid) as named
    from link l join user_account u on u.id = l.creator_id where l.path = ${path}`.execute(database);
  return rows[0];
}

export interface NewVisit {
  id: string;
  linkId: string;
  tokenHash: Buffer;
  personId: string | null;
  address: string;
  agent: string;
  /** Milliseconds. */
  lastsMs: number;
}

/**
 * Counts one more visit and begins it. False if the visits are used up, or if the link was changed or ended since its gate was read: one
 * statement on the link's row decides, so that simultaneous visitors never overrun the limit.
 */
export async function beginVisit(transaction: Transaction<Tables>, visit: NewVisit, passwordHash: string | null): Promise<boolean> {
  const { rows } = await sql`
    with counted as (
      update link set visits = visits + 1, visited_at = now()
      where id = ${visit.linkId} and state = 'valid' and password_hash is not distinct from ${passwordHash}::text and (visit_limit is null or visits < visit_limit)
        and (expires_at is null or expires_at > now()) returning id
    )
    insert into link_visitor (id, link_id, token_hash, person_id, address, agent, expires_at, counted_at)
    select ${visit.id}, id, ${visit.tokenHash}, ${visit.personId}::uuid, ${visit.address}, ${visit.agent}, now() + ${visit.lastsMs} * interval '1 millisecond', now()
    from counted returning id`.execute(transaction);
  return rows.length === 1;
}

export const readVisits = async (database: Kysely<Tables>, linkId: string): Promise<number> =>
  (await database.selectFrom('link').select('visits').where('id', '=', linkId).executeTakeFirst())?.visits ?? 0;

/** Keeps what a visitor took, and counts downloads and saves. A link that was withdrawn meanwhile keeps nothing. */
export async function countTaking(
  database: Kysely<Tables>,
  { linkId, visitId }: { linkId: string; visitId: string },
  deed: 'preview' | 'download' | 'save',
  items: readonly { instanceId: InstanceId; name: string }[],
): Promise<void> {
  if (items.length === 0) return;
  const counts = {
    preview: sql`visits = visits`,
    download: sql`downloads = downloads + ${items.length}`,
    save: sql`saves = saves + ${items.length}`,
  };
  await sql`
    with counted as (update link set ${counts[deed]} where id = ${linkId} returning id)
    insert into link_taking (link_id, visitor_id, deed, instance_id, instance_name)
    select counted.id, v.id, ${deed}, t.id, t.name from counted, link_visitor v,
      unnest(${items.map(({ instanceId }) => instanceId)}::uuid[], ${items.map(({ name }) => name)}::text[]) as t (id, name) where v.id = ${visitId}`.execute(
    database,
  );
}
