/** What the gate of a link reads and counts. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { InstanceId, LinkPermission, LinkReason, LinkState, LinkVisitorType, LinkWatermark } from '@alcove/contract';
import { hoursOf, minutesOf } from '../database/index.ts';
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
  /** It is this person's own link. */
  own: boolean;
  /** The browser is inside already. */
  inside: boolean;
}

/** Who stands at a gate: a browser by its cookie, or by the token of its visit, and the colleague who is signed in. */
export interface AtGate {
  /** The cookie, hashed together with the link. */
  browserHash: Buffer | null;
  tokenHash: Buffer | null;
  personId: string | null;
}

/**
 * The visit of the link that this browser has begun and that has not ended, as `v`. A visit of nobody becomes that of the colleague who signs in; one of
 * another colleague is not theirs. The creator's visits are their own from the beginning, because they are not counted.
 */
const theirVisit = (linkId: RawBuilder<unknown>, { browserHash, tokenHash, personId }: AtGate) => sql`
  from link_visitor v where v.link_id = ${linkId} and (v.browser_hash = ${browserHash}::bytea or v.token_hash = ${tokenHash}::bytea)
    and (v.person_id = ${personId}::uuid or v.person_id is null and ${personId}::uuid is distinct from (select creator_id from link where id = v.link_id))
    and v.expires_at > now()
    and v.seen_at > now() - ${minutesOf('linkVisitIdleMinutes')}`;

export async function findGate(database: Kysely<Tables>, path: string, by: AtGate): Promise<GateRow | undefined> {
  const { personId } = by;
  const { rows } =
    await sql<GateRow>`select l.id, l.instance_id, l.creator_id, u.real_name as creator_name, l.name, l.note, l.password_hash, l.permissions,
    l.visitor_type, l.expires_at, l.watermark, l.state, l.reason, coalesce(l.expires_at <= now(), false) as ended, coalesce(l.visits >= l.visit_limit, false) as used_up,
    exists (select from file_grant g where g.source_kind = 'link' and g.source_id = l.id) as granted,
    coalesce(l.creator_id = ${personId}::uuid, false) as own,
    coalesce(l.creator_id = ${personId}::uuid, false) or exists (select from link_person p where p.link_id = l.id and p.user_id = ${personId}::uuid) as named,
    exists (select ${theirVisit(sql`l.id`, by)}) as inside
    from link l join user_account u on u.id = l.creator_id where l.path = ${path}`.execute(database);
  return rows[0];
}

export interface NewVisit {
  id: string;
  linkId: string;
  by: AtGate;
  /** Of the token that the visitor gets. */
  tokenHash: Buffer;
  address: string;
  agent: string;
}

/**
 * Locks the link's row if the link is still as its gate was read: open, or being verified and the person's own, and with this password. Visits of one link
 * begin one after the other, so that two tabs of a browser find each other's.
 */
export async function lockOpenLink(
  transaction: Transaction<Tables>,
  { linkId, passwordHash, personId }: { linkId: string; passwordHash: string | null; personId: string | null },
): Promise<boolean> {
  const { rows } =
    await sql`select from link where id = ${linkId} and (state = 'valid' or state = 'verifying' and creator_id = ${personId}::uuid) and password_hash is not distinct from ${passwordHash}::text
    and (expires_at is null or expires_at > now()) for update`.execute(transaction);
  return rows.length === 1;
}

export interface GoingOn {
  id: string;
  tokenHash: Buffer;
  /** Milliseconds. */
  lastsMs: number;
}

/** Goes on with the visit that this browser has begun. Undefined: there is none. */
export async function goOnVisiting(transaction: Transaction<Tables>, linkId: string, by: AtGate): Promise<GoingOn | undefined> {
  const { rows } = await sql<GoingOn>`
    update link_visitor set seen_at = now(), person_id = coalesce(person_id, ${by.personId}::uuid)
    where id = (select v.id ${theirVisit(sql`${linkId}::uuid`, by)} order by v.created_at desc limit 1)
    returning id, token_hash as "tokenHash", (extract(epoch from expires_at - now()) * 1000)::int as "lastsMs"`.execute(transaction);
  return rows[0];
}

/**
 * Counts one more visit and begins it. Returns the milliseconds that it lasts at most, or null if the visits are used up: one statement on the link's row
 * decides. The creator's own visit uses none up, and keeps no link from ending unvisited.
 */
export async function beginVisit(transaction: Transaction<Tables>, visit: NewVisit): Promise<number | null> {
  const { browserHash, personId } = visit.by;
  const isOwn = sql`coalesce(creator_id = ${personId}::uuid, false)`;
  const { rows } = await sql<{ lastsMs: number }>`
    with counted as (
      update link set visits = visits + case when ${isOwn} then 0 else 1 end, visited_at = case when ${isOwn} then visited_at else now() end
      where id = ${visit.linkId} and (visit_limit is null or visits < visit_limit) returning id
    )
    insert into link_visitor (id, link_id, token_hash, browser_hash, person_id, address, agent, expires_at, counted_at)
    select ${visit.id}, id, ${visit.tokenHash}, ${browserHash}::bytea, ${personId}::uuid, ${visit.address}, ${visit.agent},
      now() + ${hoursOf('linkVisitHours')}, now()
    from counted returning (extract(epoch from expires_at - now()) * 1000)::int as "lastsMs"`.execute(transaction);
  return rows[0]?.lastsMs ?? null;
}

export const readVisits = async (database: Kysely<Tables>, linkId: string): Promise<number> =>
  (await database.selectFrom('link').select('visits').where('id', '=', linkId).executeTakeFirst())?.visits ?? 0;

/** Keeps what a visitor took, and counts downloads and saves; not of its creator. A link that was withdrawn meanwhile keeps nothing. */
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
    with counted as (
      update link set ${counts[deed]} where id = ${linkId} and not exists (select from link_visitor v where v.id = ${visitId} and v.person_id = link.creator_id) returning id
    )
    insert into link_taking (link_id, visitor_id, deed, instance_id, instance_name)
    select counted.id, v.id, ${deed}, t.id, t.name from counted, link_visitor v,
      unnest(${items.map(({ instanceId }) => instanceId)}::uuid[], ${items.map(({ name }) => name)}::text[]) as t (id, name) where v.id = ${visitId}`.execute(
    database,
  );
}
