import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { commonSettings, everyItem } from '@alcove/contract';
import type { Capacity, CurrentUser, Language } from '@alcove/contract';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { clientsOf } from './site.ts';

export interface StoredUser {
  id: string;
  accountName: string;
  passwordHash: string | null;
  frozen: boolean;
  expired: boolean;
  /** At an earlier sign-in. */
  welcomed: boolean;
}

export async function findUserByName(database: Kysely<Tables>, accountName: string): Promise<StoredUser | null> {
  const row = await database
    .selectFrom('user_account')
    .select([
      'id',
      'account_name',
      'password_hash',
      sql<boolean>`frozen_at is not null`.as('frozen'),
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'),
      sql<boolean>`welcomed_at is not null`.as('welcomed'),
    ])
    .where(sql`lower(account_name)`, '=', accountName.toLowerCase())
    .executeTakeFirst();
  if (!row) return null;
  const { id, frozen, expired, welcomed } = row;
  return { id, accountName: row.account_name, passwordHash: row.password_hash, frozen, expired, welcomed };
}

/** `token` names the session to the client and opens nothing. */
export async function readCurrentUser(
  { database, serviceConfig }: { database: Kysely<Tables>; serviceConfig: ReadServiceConfig },
  userId: string,
  token: string,
): Promise<CurrentUser> {
  const config = await serviceConfig();
  const { folderDownload, emptyFiles, renameLength, filesPerSelection, publicSite } = config;
  const row = await database
    .selectFrom('user_account as u')
    .innerJoin('space as s', (join) => join.onRef('s.owner_id', '=', 'u.id').on('s.kind', '=', sql.lit(1)))
    .leftJoin('department as d', 'd.id', 'u.department_id')
    .select([
      'u.id',
      'u.account_name',
      'u.user_name',
      'u.real_name',
      'u.language',
      'u.skin',
      'u.settings',
      'u.admin_role',
      'u.agreement_at',
      's.root_id',
      'd.name as department_name',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new Failure('SIGN_IN_NEEDED');
  return {
    userId: row.id,
    accountName: row.account_name,
    userName: row.user_name ?? row.account_name,
    userRealName: row.real_name,
    language: row.language as Language,
    skin: row.skin as CurrentUser['skin'],
    token,
    departmentName: row.department_name ?? '',
    personalRootId: row.root_id,
    adminRole: row.admin_role,
    permissions: [...everyItem],
    commonSettings: commonSettings.parse(row.settings),
    agreementAcknowledged: row.agreement_at !== null,
    folderDownload,
    emptyFiles,
    renameLength,
    filesPerSelection,
    publicSite,
    clients: clientsOf(config).map(({ system }) => system),
  };
}

/** What is set aside for groups is taken, even while they are empty: nothing else can use it. */
export async function readCapacity(database: Kysely<Tables>, userId: string): Promise<Capacity> {
  const space = await database
    .selectFrom('space')
    .select([
      'quota_bytes',
      'used_bytes',
      'allotted_bytes',
      sql<number>`(select coalesce(sum(g.used_bytes), 0)::bigint from space g where g.owner_id = ${userId} and g.kind = 2)`.as(
        'group_bytes',
      ),
    ])
    .where('owner_id', '=', userId)
    .where('kind', '=', sql.lit(1))
    .executeTakeFirst();
  if (!space) throw new Failure('SIGN_IN_NEEDED');
  const total = space.quota_bytes ?? 0;
  return {
    usedSize: space.used_bytes + space.allotted_bytes,
    totalSize: total,
    isLimist: space.quota_bytes === null ? '0' : '1',
    usedCapacity: space.used_bytes + space.allotted_bytes,
    totalCapacity: total,
    usedSelfCapacity: space.used_bytes,
    groupCapacity: space.allotted_bytes,
    usedGroupCapacity: space.group_bytes,
  };
}
