/** Statements on platforms that are directories. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { DirectoryProtocol } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inOrder, isNameTaken, putRow } from './platform-queries.ts';
import type { FirstSignInRules, Listed } from './platform-queries.ts';

/** A directory as it is stored. */
export interface StoredDirectory extends FirstSignInRules {
  name: string;
  protocol: DirectoryProtocol;
  secret: Buffer | null;
  enabled: boolean;
  url: string;
  startTls: boolean;
  authority: string;
  base: string;
  user: string;
  filter: string;
  departmentClaim: string;
}

const stored = sql`p.id as "platformId", p.name, p.protocol, p.secret, p.account_name_claim as "accountNameClaim",
  p.real_name_claim as "realNameClaim", p.mail_claim as "mailClaim", p.matches_accounts as "matchesAccounts",
  p.creates_accounts as "createsAccounts", p.enabled, p.revision, d.url, d.start_tls as "startTls", d.authority, d.base,
  d.reading_user as "user", d.filter, d.department_claim as "departmentClaim"`;

export type ListedDirectory = Listed<StoredDirectory> & { lastSync: Date | null };

/** By name; or only the one with this id. */
export async function listDirectories(database: Kysely<Tables>, platformId: string | null = null): Promise<ListedDirectory[]> {
  const { rows } = await sql<ListedDirectory>`
    select ${stored}, p.people, p."lastSignIn", p.place, s.synced_at as "lastSync"
    from ${inOrder} p join platform_directory d on d.platform_id = p.id left join directory_sync s on s.platform_id = p.id
    where ${platformId}::uuid is null or p.id = ${platformId} order by p.place`.execute(database);
  return rows;
}

/** Null if it does not exist or is switched off, whatever the text is. */
export async function findEnabledDirectory(database: Kysely<Tables>, platformId: string): Promise<StoredDirectory | null> {
  const { rows } = await sql<StoredDirectory>`
    select ${stored} from platform p join platform_directory d on d.platform_id = p.id where p.id::text = ${platformId} and p.enabled`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** Inserts it, or replaces the one with its id. False if another platform has the name. */
export async function putDirectory(transaction: Transaction<Tables>, directory: StoredDirectory): Promise<boolean> {
  const { platformId, protocol, url, startTls, authority, base, user, filter, departmentClaim } = directory;
  if (await isNameTaken(transaction, directory)) return false;
  const nothing = { client_id: null, scopes: null, algorithm: null, is_the_sign_in: false, asks_second_factor: false };
  await putRow(transaction, directory, { protocol, issuer: protocol, ...nothing });
  const row = { url, start_tls: startTls, authority, base, reading_user: user, filter, department_claim: departmentClaim };
  await transaction
    .insertInto('platform_directory')
    .values({ platform_id: platformId, ...row })
    .onConflict((same) => same.column('platform_id').doUpdateSet(row))
    .execute();
  return true;
}
