/** Statements on the platforms that push, and on what they did lately. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FailureCode } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface PushingPlatform {
  platformId: string;
  name: string;
}

/** A platform that is on, with the hash of its token. Null also for a text that is no id. */
export async function findPushing(
  database: Kysely<Tables>,
  platformId: string,
): Promise<(PushingPlatform & { tokenHash: Buffer | null; usedLately: boolean }) | null> {
  const { rows } = await sql<PushingPlatform & { tokenHash: Buffer | null; usedLately: boolean }>`
    select p.id as "platformId", p.name, s.token_hash as "tokenHash", coalesce(s.used_at > now() - interval '1 minute', false) as "usedLately"
    from platform p join platform_scim s on s.platform_id = p.id where p.id::text = ${platformId} and p.enabled`.execute(database);
  return rows[0] ?? null;
}

/** A change that is under way is not waited for: the next request notes it. */
export async function noteUsed(database: Kysely<Tables>, platformId: string): Promise<void> {
  await sql`
    update platform_scim set used_at = now()
    where platform_id = (select platform_id from platform_scim where platform_id = ${platformId} for update skip locked)`.execute(database);
}

/** Locks the platform against changes until the transaction ends. False if it is off, gone, or has another token by now. */
export async function stillPushes(transaction: Transaction<Tables>, platformId: string, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from platform p join platform_scim s on s.platform_id = p.id
    where p.id = ${platformId} and p.enabled and s.token_hash = ${tokenHash} for share of p for update of s`.execute(transaction);
  return rows.length > 0;
}

export interface Leaving {
  held: boolean;
  released: boolean;
  /** Frozen within the last hour. */
  lately: number;
  /** How many were not frozen before those. Null: it was not counted lately. */
  before: number | null;
}

/** Of a platform that the transaction has locked. */
export async function findLeaving(transaction: Transaction<Tables>, platformId: string): Promise<Leaving> {
  const { rows } = await sql<Leaving>`
    select held_at is not null as held, coalesce(released_until > now(), false) as released,
      (select count(*)::int from scim_person where platform_id = ${platformId} and stopped_at > now() - interval '1 hour') as lately,
      case when counted_at > now() - interval '10 minutes' then people end as before
    from platform_scim where platform_id = ${platformId}`.execute(transaction);
  return rows[0]!;
}

/** Counts all of a platform's people who are not frozen, and `lately` more, and keeps the count for a while. */
export async function countPeople(transaction: Transaction<Tables>, platformId: string, lately: number): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    update platform_scim set counted_at = now(), people = ${lately}::int + (
      select count(*)::int from scim_person sp join user_account u on u.id = sp.user_id
      where sp.platform_id = ${platformId} and sp.deleted_at is null and u.frozen_at is null)
    where platform_id = ${platformId} returning people`.execute(transaction);
  return rows[0]!.people;
}

export async function setHeld(transaction: Transaction<Tables>, platformId: string): Promise<void> {
  await sql`update platform_scim set held_at = now() where platform_id = ${platformId}`.execute(transaction);
}

export interface Request {
  method: string;
  resource: string;
  name: string;
  status: number;
  failure: FailureCode | null;
  field: string | null;
}

export async function insertRequest(database: Kysely<Tables>, platformId: string, one: Request): Promise<void> {
  await sql`
    insert into scim_request (platform_id, method, resource, name, status, failure, field)
    select id, ${one.method}, ${one.resource}, ${one.name}, ${one.status}, ${one.failure}, ${one.field} from platform where id = ${platformId}`.execute(
    database,
  );
}

/** Keeps the latest of each platform. Returns how many were deleted. */
export async function deleteOldRequests(database: Kysely<Tables>, kept: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from scim_request r using platform_scim s
    where r.platform_id = s.platform_id and r.id < (
      select id from scim_request o where o.platform_id = s.platform_id order by o.id desc offset ${kept - 1} limit 1)`.execute(database);
  return Number(numAffectedRows ?? 0);
}
