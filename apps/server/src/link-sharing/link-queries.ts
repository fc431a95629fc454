import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { normalised } from '@alcove/contract';
import type { InstanceId, LinkSortField, LinkStep, LinkWatermark, SpaceId } from '@alcove/contract';
import { among, like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { LinkHead } from './link-rules.ts';

export interface KnownLink {
  id: string;
  path: string;
  instance_id: InstanceId;
  creator_id: string;
}

/** The links of these paths, whoever made them. Paths that are none are missing. */
export const findByPaths = (database: Kysely<Tables>, paths: readonly string[]): Promise<KnownLink[]> =>
  database
    .selectFrom('link')
    .select(['id', 'path', 'instance_id', 'creator_id'])
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .orderBy('id')
    .execute();

/** Lets a person's links be made one after the other, so that together they respect the limit. Before all other locks. */
export async function lockLinksOf(transaction: Transaction<Tables>, creatorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links ${creatorId}`}, 0))`.execute(transaction);
}

/** Locks the item that gets a link. False if it is deleted or in another space by now. */
export async function lockToLink(transaction: Transaction<Tables>, instanceId: InstanceId, spaceId: SpaceId): Promise<boolean> {
  const { rows } = await sql`
    select from instance where id = ${instanceId} and space_id = ${spaceId} and deleted_at is null for no key update`.execute(transaction);
  return rows.length > 0;
}

/** How many links there are on an item, and of a person. */
export async function countLinks(
  database: Kysely<Tables>,
  { instanceId, creatorId }: { instanceId: InstanceId; creatorId: string },
): Promise<{ onItem: number; ofPerson: number }> {
  const { rows } = await sql<{ onItem: number; ofPerson: number }>`
    select (select count(*) from link where instance_id = ${instanceId}) as "onItem",
      (select count(*) from link where creator_id = ${creatorId}) as "ofPerson"`.execute(database);
  return rows[0]!;
}

export async function findPeopleOf(database: Kysely<Tables>, linkId: string): Promise<string[]> {
  const rows = await database.selectFrom('link_person').select('user_id').where('link_id', '=', linkId).execute();
  return rows.map((row) => row.user_id);
}

export interface HeadRow extends LinkHead, Pick<KnownLink, 'id' | 'instance_id' | 'creator_id'> {
  /** A reviewer approved it. */
  approved: boolean;
}

export type LinksAsked =
  | { creatorId: string }
  | { instanceId: InstanceId }
  | { linkIds: readonly string[] }
  | { creatorId: string; among: readonly InstanceId[] };

const condition = (of: LinksAsked): RawBuilder<unknown> => {
  if ('among' in of) return sql`l.creator_id = ${of.creatorId} and l.instance_id = ${among(of.among)}`;
  if ('creatorId' in of) return sql`l.creator_id = ${of.creatorId}`;
  return 'instanceId' in of ? sql`l.instance_id = ${of.instanceId}` : sql`l.id = ${among(of.linkIds)}`;
};

const sortColumns: Record<Exclude<LinkSortField, 'state'>, string> = {
  createTime: 'l.created_at',
  name: 'l.name collate zh_natural',
  // Links without an end come last, as if they ended later than all others.
  expireTime: "coalesce(l.expires_at, 'infinity')",
  visits: 'l.visits',
  downloads: 'l.downloads',
  saves: 'l.saves',
};

/** What decides the state of each of these links, in order. */
export async function findHeads(
  database: Kysely<Tables>,
  of: LinksAsked,
  { keyword, sortField, sortOrder }: { keyword?: string | undefined; sortField: LinkSortField; sortOrder: 'asc' | 'desc' },
): Promise<HeadRow[]> {
  const text = keyword && normalised(keyword).trim();
  const order = sql.raw(sortOrder);
  const { rows } = await sql<HeadRow>`
    select l.id, l.instance_id, l.creator_id, l.state, l.reason, l.review_state = 'passed' as approved, coalesce(l.expires_at <= now(), false) as ended, coalesce(l.visits >= l.visit_limit, false) as "usedUp"
    from link l where ${condition(of)} and ${text ? sql`(l.name ilike ${like(text)} or l.note ilike ${like(text)})` : sql`true`}
    order by ${sql.raw(sortColumns[sortField === 'state' ? 'createTime' : sortField])} ${order}, l.id ${order}`.execute(database);
  return rows;
}

export interface DetailRow extends Pick<
  Tables['link'],
  'id' | 'path' | 'instance_id' | 'creator_id' | 'name' | 'permissions' | 'visitor_type' | 'validity' | 'visit_limit'
> {
  creator_name: string;
  instance_name: string;
  is_file: boolean;
  size: number;
  protected: boolean;
  expires_at: Date | null;
  watermark: LinkWatermark;
  note: string;
  scan_state: LinkStep['state'];
  scan_done: number;
  scan_total: number;
  review_state: LinkStep['state'];
  reason_text: string;
  visits: number;
  downloads: number;
  saves: number;
  created_at: Date;
  people: { userId: string; name: string; accountName: string }[];
}

/** Everything that is shown of these links. The hash of a password is never read. */
export async function findDetails(database: Kysely<Tables>, linkIds: readonly string[]): Promise<Map<string, DetailRow>> {
  const { rows } = await sql<DetailRow>`
    select l.id, l.path, l.instance_id, l.creator_id, c.real_name as creator_name, l.name, l.permissions, l.visitor_type, l.validity, l.visit_limit, l.expires_at, l.watermark, l.note,
      l.scan_state, l.scan_done, l.scan_total, l.review_state, l.reason_text, l.visits, l.downloads, l.saves, l.created_at, l.password_hash is not null as protected,
      i.name as instance_name, i.is_file, i.size, coalesce(named.people, '[]') as people
    from link l join instance i on i.id = l.instance_id join user_account c on c.id = l.creator_id left join lateral (
      select json_agg(json_build_object('userId', u.id, 'name', u.real_name, 'accountName', u.account_name) order by u.real_name, u.id) as people
      from link_person p join user_account u on u.id = p.user_id where p.link_id = l.id and l.visitor_type = 'persons'
    ) named on true
    where l.id = ${among(linkIds)}`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}
