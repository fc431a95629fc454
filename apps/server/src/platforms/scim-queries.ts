/** Statements on platforms that push people (SCIM). */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FailureCode } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inOrder, isNameTaken, putRow } from './platform-queries.ts';

export interface StoredScim {
  platformId: string;
  name: string;
  matchesAccounts: boolean;
  enabled: boolean;
  revision: string;
  signInPlatformId: string | null;
  signInClaim: string;
}

export type ListedScim = StoredScim & { place: number; people: number; tokenTime: Date | null; usedTime: Date | null; held: boolean };

/** By name; or only the one with this id. */
export async function listScim(database: Kysely<Tables>, platformId: string | null = null): Promise<ListedScim[]> {
  const { rows } = await sql<ListedScim>`
    select p.id as "platformId", p.name, p.matches_accounts as "matchesAccounts", p.enabled, p.revision, s.sign_in_platform_id as "signInPlatformId",
      s.sign_in_claim as "signInClaim", p.place, p.people, s.token_at as "tokenTime", s.used_at as "usedTime", s.held_at is not null as held
    from ${inOrder} p join platform_scim s on s.platform_id = p.id where ${platformId}::uuid is null or p.id = ${platformId} order by p.place`.execute(
    database,
  );
  return rows;
}

/** Inserts it, or replaces the one with its id, whose token stays. False if another platform has the name. */
export async function putScim(transaction: Transaction<Tables>, platform: StoredScim): Promise<boolean> {
  if (await isNameTaken(transaction, platform)) return false;
  const { platformId, signInPlatformId, signInClaim } = platform;
  // What a claim is elsewhere, is fixed here.
  const claims = { accountNameClaim: 'userName', realNameClaim: 'displayName', mailClaim: 'emails' };
  const nothing = { client_id: null, scopes: null, algorithm: null, is_the_sign_in: false, asks_second_factor: false };
  await putRow(
    transaction,
    { ...platform, ...claims, createsAccounts: true, secret: null },
    { protocol: 'scim', issuer: 'scim', ...nothing },
  );
  const row = { sign_in_platform_id: signInPlatformId, sign_in_claim: signInClaim };
  await transaction
    .insertInto('platform_scim')
    .values({ platform_id: platformId, ...row })
    .onConflict((same) => same.column('platform_id').doUpdateSet(row))
    .execute();
  return true;
}

/** Whether people can sign in with the platform by OpenID Connect. */
export async function isProvider(transaction: Transaction<Tables>, platformId: string): Promise<boolean> {
  const { rows } = await sql`select from platform where id = ${platformId} and protocol = 'oidc'`.execute(transaction);
  return rows.length > 0;
}

/** The platforms whose people sign in with this provider, and the claim that says who they are there. */
export async function findPushersFor(
  transaction: Transaction<Tables>,
  providerId: string,
): Promise<{ platformId: string; claim: string }[]> {
  const { rows } = await sql<{ platformId: string; claim: string }>`
    select s.platform_id as "platformId", s.sign_in_claim as claim from platform_scim s join platform p on p.id = s.platform_id
    where s.sign_in_platform_id = ${providerId} and p.enabled order by s.platform_id`.execute(transaction);
  return rows;
}

/** The account name of whom the platform pushed with this external id, and has not deleted. */
export async function findNameOfPushed(transaction: Transaction<Tables>, platformId: string, externalId: string): Promise<string | null> {
  const { rows } = await sql<{ accountName: string }>`
    select u.account_name as "accountName" from scim_person sp join user_account u on u.id = sp.user_id
    where sp.platform_id = ${platformId} and sp.external_id = ${externalId} and sp.deleted_at is null`.execute(transaction);
  return rows[0]?.accountName ?? null;
}

/** False if there is no such platform. */
export async function setToken(transaction: Transaction<Tables>, platformId: string, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform_scim set token_hash = ${tokenHash}, token_at = now(), used_at = null where platform_id = ${platformId}`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

/** Nobody is held back until then. False if there is no such platform. */
export async function setReleased(transaction: Transaction<Tables>, platformId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform_scim set held_at = null, released_until = now() + interval '1 hour' where platform_id = ${platformId}`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

export interface FoundState {
  people: number;
  frozen: number;
  groups: number;
  frozenLately: number;
  held: boolean;
  releasedUntil: Date | null;
}

export async function findState(database: Kysely<Tables>, platformId: string): Promise<FoundState | null> {
  const { rows } = await sql<FoundState>`
    select s.held_at is not null as held, case when s.released_until > now() then s.released_until end as "releasedUntil",
      (select count(*)::int from scim_person where platform_id = s.platform_id and stopped_at > now() - interval '1 hour') as "frozenLately",
      (select count(*)::int from scim_group where platform_id = s.platform_id and deleted_at is null) as groups, n.people, n.frozen
    from platform_scim s cross join lateral (
      select count(*)::int as people, (count(*) filter (where u.frozen_at is not null))::int as frozen
      from scim_person sp join user_account u on u.id = sp.user_id where sp.platform_id = s.platform_id
    ) n where s.platform_id = ${platformId}`.execute(database);
  return rows[0] ?? null;
}

export interface KeptRequest {
  time: Date;
  method: string;
  resource: string;
  name: string;
  status: number;
  failure: FailureCode | null;
  /** What was wrong, if it was one field; of a filter, what it may compare. */
  field: string | null;
}

export async function latestRequests(database: Kysely<Tables>, platformId: string, limit: number): Promise<KeptRequest[]> {
  const { rows } = await sql<KeptRequest>`
    select at as time, method, resource, name, status, failure, field from scim_request where platform_id = ${platformId} order by id desc limit ${limit}`.execute(
    database,
  );
  return rows;
}
