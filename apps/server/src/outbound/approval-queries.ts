/** Of which links reviewers approved what. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { among } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** The links that reviewers approved, each with whether any of these approvals counts still. */
export async function findApproved(database: Kysely<Tables>, linkIds: readonly string[]): Promise<ReadonlyMap<string, { holds: boolean }>> {
  const { rows } = await sql<{ id: string; holds: boolean }>`
    select link_id as id, bool_or(holds) as holds from review where link_id = ${among(linkIds)} and state = 'approved' group by link_id`.execute(
    database,
  );
  return new Map(rows.map(({ id, holds }) => [id, { holds }]));
}

/** Files and folders that were approved for a link, those that were approved last first. */
export async function findApprovedItems(database: Kysely<Tables>, linkId: string, most: number): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select f.instance_id as id from review r join review_file f on f.review_id = r.id join instance i on i.id = f.instance_id
    where r.link_id = ${linkId} and r.state = 'approved' and r.holds and i.deleted_at is null
    group by f.instance_id order by max(r.decided_at) desc, f.instance_id limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}
