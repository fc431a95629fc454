/** Statements on platforms. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { Platform, SignInPlatform, SigningAlgorithm } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** A platform as it is stored. */
export interface StoredPlatform {
  platformId: string;
  name: string;
  issuer: string;
  clientId: string;
  secret: Buffer | null;
  scopes: string;
  algorithm: SigningAlgorithm;
  accountNameClaim: string;
  realNameClaim: string;
  mailClaim: string;
  matchesAccounts: boolean;
  createsAccounts: boolean;
  enabled: boolean;
  isTheSignIn: boolean;
  asksSecondFactor: boolean;
  revision: string;
}

const stored = sql`p.id as "platformId", p.name, p.issuer, p.client_id as "clientId", p.secret, p.scopes, p.algorithm,
  p.account_name_claim as "accountNameClaim", p.real_name_claim as "realNameClaim", p.mail_claim as "mailClaim",
  p.matches_accounts as "matchesAccounts", p.creates_accounts as "createsAccounts", p.enabled, p.is_the_sign_in as "isTheSignIn",
  p.asks_second_factor as "asksSecondFactor", p.revision`;

export type ListedPlatform = StoredPlatform & { people: number; lastSignIn: Date | null };

/** By name; or only the one with this id. */
export async function listPlatforms(database: Kysely<Tables>, platformId: string | null = null): Promise<ListedPlatform[]> {
  const { rows } = await sql<ListedPlatform>`
    select ${stored}, l.people, l."lastSignIn" from platform p cross join lateral (
      select count(*)::int as people, max(signed_in_at) as "lastSignIn" from identity_link where platform_id = p.id and issuer = p.issuer
    ) l where ${platformId}::uuid is null or p.id = ${platformId} order by p.name collate zh_natural, p.id limit ${sql.lit(limits.platforms)}`.execute(
    database,
  );
  return rows;
}

/** Null if it does not exist or is switched off. */
export async function findEnabled(database: Kysely<Tables>, platformId: string): Promise<StoredPlatform | null> {
  const { rows } = await sql<StoredPlatform>`select ${stored} from platform p where p.id = ${platformId} and p.enabled`.execute(database);
  return rows[0] ?? null;
}

/** The same as it was, locked until the transaction ends against changes, which end its sessions. */
export async function isUnchanged(
  transaction: Transaction<Tables>,
  { platformId, revision }: Pick<StoredPlatform, 'platformId' | 'revision'>,
): Promise<boolean> {
  const { rows } = await sql`select from platform where id = ${platformId} and revision = ${revision} and enabled for share`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Those that are on and could have sent this. */
export async function findByClient(database: Kysely<Tables>, issuer: string, clientIds: readonly string[]): Promise<StoredPlatform[]> {
  const { rows } = await sql<StoredPlatform>`
    select ${stored} from platform p where p.enabled and p.issuer = ${issuer} and p.client_id = any(${clientIds})`.execute(database);
  return rows;
}

export async function findSignInPlatforms(database: Kysely<Tables>): Promise<{ platforms: SignInPlatform[]; platformId: string | null }> {
  const { rows } = await sql<SignInPlatform & Pick<Platform, 'isTheSignIn'>>`
    select id as "platformId", name, is_the_sign_in as "isTheSignIn" from platform where enabled order by name collate zh_natural, id`.execute(
    database,
  );
  return {
    platforms: rows.map(({ platformId, name }) => ({ platformId, name })),
    platformId: rows.find(({ isTheSignIn }) => isTheSignIn)?.platformId ?? null,
  };
}

export async function countPlatforms(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from platform`.execute(database);
  return rows[0]!.n;
}

/** Inserts it, or replaces the one with its id. False if another has the name. Only one platform is the sign-in: the last one that was said to be. */
export async function putPlatform(transaction: Transaction<Tables>, platform: StoredPlatform): Promise<boolean> {
  const { platformId: id, name } = platform;
  const { rows } = await sql`select from platform where lower(name) = lower(${name}) and id <> ${id}`.execute(transaction);
  if (rows.length > 0) return false;
  if (platform.isTheSignIn) await sql`update platform set is_the_sign_in = false where is_the_sign_in and id <> ${id}`.execute(transaction);
  const row = {
    name,
    protocol: 'oidc' as const,
    issuer: platform.issuer,
    client_id: platform.clientId,
    secret: platform.secret,
    scopes: platform.scopes,
    algorithm: platform.algorithm,
    account_name_claim: platform.accountNameClaim,
    real_name_claim: platform.realNameClaim,
    mail_claim: platform.mailClaim,
    matches_accounts: platform.matchesAccounts,
    creates_accounts: platform.createsAccounts,
    enabled: platform.enabled,
    is_the_sign_in: platform.isTheSignIn,
    asks_second_factor: platform.asksSecondFactor,
    revision: platform.revision,
    changed_at: sql<Date>`now()`,
  };
  await transaction
    .insertInto('platform')
    .values({ id, ...row })
    .onConflict((same) => same.column('id').doUpdateSet(row))
    .execute();
  return true;
}

export async function deletePlatform(transaction: Transaction<Tables>, platformId: string): Promise<void> {
  await sql`delete from platform where id = ${platformId}`.execute(transaction);
}
