/** Reviews as reviewers read them. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { BlobId, InstanceId, ReviewState, Sensitivity } from '@alcove/contract';
import { isActiveAs, like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Terms } from './terms.ts';

export interface ReviewListRow {
  id: string;
  state: ReviewState;
  further: boolean;
  instance_id: InstanceId;
  instance_name: string;
  is_file: boolean;
  link_name: string;
  note: string;
  terms: Terms;
  files: number;
  bytes: number;
  findings: number;
  rules_version: number;
  reason: string;
  asked_at: Date;
  decided_at: Date | null;
  creator_id: string;
  creator_name: string;
  creator_active: boolean;
  decided_by_name: string | null;
  departments: string[];
  sent: number;
  refused: number;
}

/** A link that was withdrawn ends its review, even if no job has noticed yet. */
const state = sql<ReviewState>`case when r.state = 'waiting' and r.link_id is null then 'ended' else r.state end`;

const columns = sql`r.id, ${state} as state, r.further, r.instance_id, r.instance_name, r.is_file, r.link_name, r.note, r.terms, r.files, r.bytes, r.findings,
  r.rules_version, r.reason, r.asked_at, r.decided_at, r.creator_id, c.real_name as creator_name, ${isActiveAs('c')} as creator_active, d.real_name as decided_by_name,
  (with recursive up as (
    select p.id, p.parent_id, p.name, 0 as depth from department p where p.id = c.department_id
    union all select p.id, p.parent_id, p.name, up.depth + 1 from up join department p on p.id = up.parent_id where up.depth < 64
  ) select coalesce(json_agg(up.name order by up.depth desc), '[]') from up) as departments,
  month.sent, month.refused`;

const joins = sql`join user_account c on c.id = r.creator_id left join user_account d on d.id = r.decided_by
  cross join lateral (
    select count(distinct coalesce(m.link_id, m.id))::int as sent, count(*) filter (where m.state = 'refused')::int as refused
    from review m where m.creator_id = r.creator_id and m.asked_at > now() - interval '30 days'
  ) month`;

export interface ReviewFilter {
  state?: ReviewState | 'decided' | undefined;
  /** Of those that wait, by when they were asked. */
  sortOrder?: 'asc' | 'desc' | undefined;
  withFindings?: boolean | undefined;
  keyword?: string | undefined;
}

function conditionOf({ state: wanted, withFindings, keyword = '' }: ReviewFilter): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (wanted === 'waiting') parts.push(sql`r.state = 'waiting' and r.link_id is not null`);
  else if (wanted === 'decided') parts.push(sql`(r.state <> 'waiting' or r.link_id is null)`);
  else if (wanted) parts.push(sql`(r.state <> 'waiting' or r.link_id is null) and ${state} = ${wanted}`);
  if (withFindings) parts.push(sql`r.findings > 0`);
  if (keyword.trim() !== '') {
    const found = like(keyword.trim());
    parts.push(sql`(r.instance_name ilike ${found} or r.link_name ilike ${found} or c.real_name ilike ${found})`);
  }
  return sql.join(parts, sql` and `);
}

const orderOf = ({ sortOrder = 'asc' }: ReviewFilter): RawBuilder<unknown> =>
  sql`(r.state = 'waiting' and r.link_id is not null) desc, case when r.state = 'waiting' then r.asked_at end ${sql.raw(sortOrder)}, r.decided_at desc, r.id`;

/** Those that wait first, by default the longest waiting before the others; then those decided last. */
export async function findPage(
  database: Kysely<Tables>,
  filter: ReviewFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: ReviewListRow[] }> {
  const matches = sql`from review r join user_account c on c.id = r.creator_id where ${conditionOf(filter)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${matches}`.execute(database);
  const { rows } = await sql<ReviewListRow>`
    select ${columns} from (
      select r.* ${matches}
      order by ${orderOf(filter)}
      offset ${offset} limit ${limit}
    ) r ${joins}
    order by ${orderOf(filter)}`.execute(database);
  return { total: counted[0]!.total, rows };
}

export async function findOne(database: Kysely<Tables>, reviewId: string): Promise<ReviewListRow | undefined> {
  const { rows } = await sql<ReviewListRow>`select ${columns} from review r ${joins} where r.id = ${reviewId}`.execute(database);
  return rows[0];
}

interface ReviewFigures {
  waiting: number;
  /** Since midnight where the database's clock is. */
  decidedToday: number;
  /** Minutes that the last week's decisions took. */
  median: number | null;
  hasReviewRule: boolean;
}

export async function findFigures(database: Kysely<Tables>): Promise<ReviewFigures> {
  const { rows } = await sql<ReviewFigures>`
    select (select count(*)::int from review where state = 'waiting' and link_id is not null) as waiting,
      (select count(*)::int from review where state in ('approved', 'refused') and decided_at >= current_date) as "decidedToday",
      (select (percentile_cont(0.5) within group (order by extract(epoch from decided_at - asked_at)) / 60)::float from review
        where state in ('approved', 'refused') and decided_at > now() - interval '7 days') as median,
      exists (select from dlp_rule where enabled and action = 'review') as "hasReviewRule"`.execute(database);
  return rows[0]!;
}

export interface ReviewedFileRow {
  instance_id: InstanceId;
  name: string;
  path: string;
  size: number;
  version: number;
  category: number;
  sensitivity: Sensitivity;
  found: (string | null)[];
}

export async function findReviewedFiles(database: Kysely<Tables>, reviewId: string, most: number): Promise<ReviewedFileRow[]> {
  return database
    .selectFrom('review_file')
    .select(['instance_id', 'name', 'path', 'size', 'version', 'category', 'sensitivity', 'found'])
    .where('review_id', '=', reviewId)
    .orderBy('place')
    .limit(most)
    .execute();
}

/** One file of a review, with the content that it is about. */
export const findReviewed = (
  database: Kysely<Tables>,
  reviewId: string,
  instanceId: InstanceId,
): Promise<{ name: string; blob_id: BlobId | null } | undefined> =>
  database
    .selectFrom('review_file')
    .select(['name', 'blob_id'])
    .where('review_id', '=', reviewId)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst();
