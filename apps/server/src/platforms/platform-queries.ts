/** Statements on platforms. */
import { sql } from 'kysely';
import type { Insertable, Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { SignInPlatform, SigningAlgorithm } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** What decides about the account of somebody who signs in for the first time. */
export interface FirstSignInRules {
  platformId: string;
  accountNameClaim: string;
  realNameClaim: string;
  mailClaim: string;
  matchesAccounts: boolean;
  createsAccounts: boolean;
  revision: string;
}

/** An OpenID provider as it is stored. */
export interface StoredPlatform extends FirstSignInRules {
  name: string;
  issuer: string;
  clientId: string;
  secret: Buffer | null;
  scopes: string;
  algorithm: SigningAlgorithm;
  enabled: boolean;
  isTheSignIn: boolean;
  asksSecondFactor: boolean;
}

const stored = sql`p.id as "platformId", p.name, p.issuer, p.client_id as "clientId", p.secret, p.scopes, p.algorithm,
  p.account_name_claim as "accountNameClaim", p.real_name_claim as "realNameClaim", p.mail_claim as "mailClaim",
  p.matches_accounts as "matchesAccounts", p.creates_accounts as "createsAccounts", p.enabled, p.is_the_sign_in as "isTheSignIn",
  p.asks_second_factor as "asksSecondFactor", p.revision`;

/** `place`: its place among all platforms by name. */
export type Listed<Stored> = Stored & { people: number; lastSignIn: Date | null; place: number };
export type ListedPlatform = Listed<StoredPlatform>;

export const inOrder = sql`(
  select p.*, l.*, row_number() over (order by p.name collate zh_natural, p.id)::int as place from platform p cross join lateral (
    select count(*)::int as people, max(signed_in_at) as "lastSignIn" from identity_link where platform_id = p.id and issuer = p.issuer
  ) l
)`;

/** By name; or only the one with this id. */
export async function listPlatforms(database: Kysely<Tables>, platformId: string | null = null): Promise<ListedPlatform[]> {
  const { rows } = await sql<ListedPlatform>`
    select ${stored}, p.people, p."lastSignIn", p.place from ${inOrder} p
    where p.protocol = 'oidc' and (${platformId}::uuid is null or p.id = ${platformId}) order by p.place limit ${sql.lit(limits.platforms)}`.execute(
    database,
  );
  return rows;
}

/** Null if it does not exist or is switched off. */
export async function findEnabled(database: Kysely<Tables>, platformId: string): Promise<StoredPlatform | null> {
  const { rows } =
    await sql<StoredPlatform>`select ${stored} from platform p where p.id = ${platformId} and p.enabled and p.protocol = 'oidc'`.execute(
      database,
    );
  return rows[0] ?? null;
}

/** The same as it was, locked until the transaction ends against changes, which end its sessions. */
export async function isUnchanged(
  transaction: Transaction<Tables>,
  { platformId, revision }: Pick<FirstSignInRules, 'platformId' | 'revision'>,
): Promise<boolean> {
  const { rows } = await sql`select from platform where id = ${platformId} and revision = ${revision} and enabled for share`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Before it changes or goes: sign-ins that are under way end first, so that what they open is seen. */
export async function lockPlatform(transaction: Transaction<Tables>, platformId: string): Promise<void> {
  await sql`select from platform where id = ${platformId} for update`.execute(transaction);
}

/** Those that are on and could have sent this. */
export async function findByClient(database: Kysely<Tables>, issuer: string, clientIds: readonly string[]): Promise<StoredPlatform[]> {
  const { rows } = await sql<StoredPlatform>`
    select ${stored} from platform p where p.enabled and p.protocol = 'oidc' and p.issuer = ${issuer} and p.client_id = any(${clientIds})`.execute(
    database,
  );
  return rows;
}

export async function findSignInPlatforms(
  database: Kysely<Tables>,
): Promise<{ platforms: SignInPlatform[]; directories: SignInPlatform[]; platformId: string | null }> {
  const { rows } = await sql<SignInPlatform & { isDirectory: boolean; isTheSignIn: boolean }>`
    select id as "platformId", name, protocol <> 'oidc' as "isDirectory", is_the_sign_in as "isTheSignIn" from platform
    where enabled and protocol <> 'scim' order by name collate zh_natural, id`.execute(database);
  const offered = (directories: boolean): SignInPlatform[] =>
    rows.filter(({ isDirectory }) => isDirectory === directories).map(({ platformId, name }) => ({ platformId, name }));
  return {
    platforms: offered(false),
    directories: offered(true),
    platformId: rows.find(({ isTheSignIn }) => isTheSignIn)?.platformId ?? null,
  };
}

export async function countPlatforms(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from platform`.execute(database);
  return rows[0]!.n;
}

export async function isNameTaken(
  transaction: Transaction<Tables>,
  { platformId, name }: { platformId: string; name: string },
): Promise<boolean> {
  const { rows } = await sql`select from platform where lower(name) = lower(${name}) and id <> ${platformId}`.execute(transaction);
  return rows.length > 0;
}

type OfItsProtocol = Pick<
  Insertable<Tables['platform']>,
  'protocol' | 'issuer' | 'client_id' | 'scopes' | 'algorithm' | 'is_the_sign_in' | 'asks_second_factor'
>;

export async function putRow(
  transaction: Transaction<Tables>,
  platform: FirstSignInRules & { name: string; secret: Buffer | null; enabled: boolean },
  ofItsProtocol: OfItsProtocol,
): Promise<void> {
  const row = {
    name: platform.name,
    secret: platform.secret,
    account_name_claim: platform.accountNameClaim,
    real_name_claim: platform.realNameClaim,
    mail_claim: platform.mailClaim,
    matches_accounts: platform.matchesAccounts,
    creates_accounts: platform.createsAccounts,
    enabled: platform.enabled,
    revision: platform.revision,
    changed_at: sql<Date>`now()`,
    ...ofItsProtocol,
  };
  await transaction
    .insertInto('platform')
    .values({ id: platform.platformId, ...row })
    .onConflict((same) => same.column('id').doUpdateSet(row))
    .execute();
}

/** Inserts it, or replaces the one with its id. False if another has the name. Only one platform is the sign-in: the last one that was said to be. */
export async function putPlatform(transaction: Transaction<Tables>, platform: StoredPlatform): Promise<boolean> {
  const { platformId: id, issuer, clientId, scopes, algorithm, isTheSignIn, asksSecondFactor } = platform;
  if (await isNameTaken(transaction, platform)) return false;
  if (isTheSignIn) await sql`update platform set is_the_sign_in = false where is_the_sign_in and id <> ${id}`.execute(transaction);
  const inUse = { is_the_sign_in: isTheSignIn, asks_second_factor: asksSecondFactor };
  await putRow(transaction, platform, { protocol: 'oidc', issuer, client_id: clientId, scopes, algorithm, ...inUse });
  return true;
}

export async function deletePlatform(transaction: Transaction<Tables>, platformId: string): Promise<void> {
  await sql`delete from platform where id = ${platformId}`.execute(transaction);
}
