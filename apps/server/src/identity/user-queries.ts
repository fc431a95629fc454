import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { commonSettings, permissionItems, spaceKinds } from '@alcove/contract';
import type { Capacity, CurrentUser, Language, LinkRules, ServiceConfig } from '@alcove/contract';
import { fileItemsOf, fileRoleItems, hasSecondFactor, isAgreed, roleNeedsFactor } from '../database/index.ts';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { adminItemsOf, adminRolesOf } from '../roles/index.ts';
import { unusedSecretOf } from './first-secret-queries.ts';
import { mustEnrol } from './must-enrol.ts';
import type { ReadyPerson } from './people.ts';
import { clientsOf } from './site.ts';

export interface StoredUser {
  id: string;
  accountName: string;
  passwordHash: string | null;
  /** The hash of an unused secret for the first sign-in (first-secret.ts). */
  secretHash: Buffer | null;
  frozen: boolean;
  expired: boolean;
  /** They were welcomed at an earlier sign-in. */
  welcomed: boolean;
}

export async function findUserByName(database: Kysely<Tables>, accountName: string): Promise<StoredUser | null> {
  const row = await database
    .selectFrom('user_account')
    .select([
      'id',
      'account_name',
      'password_hash',
      unusedSecretOf(sql`user_account.id`).as('secret_hash'),
      sql<boolean>`frozen_at is not null`.as('frozen'),
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'),
      sql<boolean>`welcomed_at is not null`.as('welcomed'),
    ])
    .where(sql`lower(account_name)`, '=', accountName.toLowerCase())
    .executeTakeFirst();
  if (!row) return null;
  const { id, frozen, expired, welcomed } = row;
  return { id, accountName: row.account_name, passwordHash: row.password_hash, secretHash: row.secret_hash, frozen, expired, welcomed };
}

export interface AccountStatus {
  passwordHash: string | null;
  /** Somebody else may know it. */
  passwordDoubted: boolean;
  frozen: boolean;
  expired: boolean;
  hasSecondFactor: boolean;
}

/** Reads what decides whether a person may sign in, and locks it against changes until the transaction ends. Null: no such person. */
export async function lockAccount(transaction: Transaction<Tables>, userId: string): Promise<AccountStatus | null> {
  const row = await transaction
    .selectFrom('user_account as u')
    .select([
      'u.password_hash as passwordHash',
      'u.password_doubted as passwordDoubted',
      sql<boolean>`u.frozen_at is not null`.as('frozen'),
      sql<boolean>`coalesce(u.expires_at <= now(), false)`.as('expired'),
    ])
    .where('u.id', '=', userId)
    .forShare()
    .executeTakeFirst();
  // Asked once the account is locked, because whoever adds a factor locks it, too.
  return row ? { ...row, hasSecondFactor: await readHasSecondFactor(transaction, userId) } : null;
}

export async function readHasSecondFactor(database: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('user_account as u')
    .select(hasSecondFactor.as('has'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row?.has ?? false;
}

/** The person signs in nowhere, and gets no session, until the transaction that changes their factors ends. */
export async function lockForFactors(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.selectFrom('user_account').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/**
 * Over the table `u`, a person: whether their password is older than this many days; null: passwords have no term. Somebody without a password has none to
 * expire.
 */
export const isPasswordExpired = (termDays: number | null): RawBuilder<boolean> =>
  termDays === null ? sql`false` : sql`(u.password_hash is not null and u.password_at < now() - ${termDays} * interval '1 day')`;

export async function readPasswordHash(database: Kysely<Tables>, userId: string): Promise<string | null> {
  const row = await database.selectFrom('user_account').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.password_hash;
}

/**
 * Ends every session of the person (the trigger `sessions_end`), except the one passed to `keepSession`. `given`: somebody else set it, so
 * the person must change it at the next sign-in.
 */
export async function setPasswordHash(
  transaction: Transaction<Tables>,
  userId: string,
  passwordHash: string,
  given = false,
): Promise<void> {
  await transaction
    .updateTable('user_account')
    .set({ password_hash: passwordHash, must_change_password: given, password_doubted: false, password_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
}

/** The person has no second factor any more. */
export async function deleteSecondFactors(transaction: Transaction<Tables>, userId: string): Promise<void> {
  for (const table of ['totp_factor', 'totp_enrolment', 'recovery_code', 'passkey'] as const)
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
}

export interface NewUser {
  id: string;
  accountName: string;
  userName: string | null;
  realName: string;
  searchText: string;
  passwordHash: string | null;
  /** The administrator who creates the account knows its password. */
  mustChangePassword?: boolean;
  departmentId?: string | null;
  phone?: string;
  email?: string;
  expiresAt?: Date | null;
  speedLimit?: number | null;
}

/** False if the account name is taken, in upper or lower case. */
export async function insertUser(transaction: Transaction<Tables>, user: NewUser): Promise<boolean> {
  const { numInsertedOrUpdatedRows: made } = await transaction
    .insertInto('user_account')
    .values({
      id: user.id,
      account_name: user.accountName,
      user_name: user.userName,
      real_name: user.realName,
      search_text: user.searchText,
      password_hash: user.passwordHash,
      department_id: user.departmentId ?? null,
      must_change_password: user.mustChangePassword ?? false,
      phone: user.phone ?? '',
      email: user.email ?? '',
      expires_at: user.expiresAt ?? null,
      speed_limit: user.speedLimit ?? null,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(account_name)`).doNothing())
    .executeTakeFirst();
  return made !== 0n;
}

/** Inserts people without a password, in one statement. Returns the ids of those whose account name is free, in upper and lower case. */
export async function insertUsers(transaction: Transaction<Tables>, users: readonly ReadyPerson[]): Promise<Set<string>> {
  const all = <Field extends keyof ReadyPerson>(field: Field): ReadyPerson[Field][] => users.map((user) => user[field]);
  const { rows } = await sql<{ id: string }>`
    insert into user_account (id, account_name, user_name, real_name, search_text, department_id, phone, email, expires_at, speed_limit, must_change_password)
    select * from unnest(${all('id')}::uuid[], ${all('accountName')}::text[], ${all('userName')}::text[], ${all('realName')}::text[],
      ${all('searchText')}::text[], ${all('departmentId')}::uuid[], ${all('phone')}::text[], ${all('email')}::text[],
      ${all('expiresAt').map((at) => at?.toISOString() ?? null)}::timestamptz[], ${all('speedLimit')}::bigint[],
      ${all('mustChangePassword')}::boolean[])
    on conflict (lower(account_name)) do nothing returning id`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

export async function isAnybodyThere(database: Kysely<Tables>): Promise<boolean> {
  return (await database.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Makes processes that start at once take turns until the transaction ends. */
export async function lockFirstStart(transaction: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7402250119)`.execute(transaction);
}

/** `token` identifies the session to the client but does not authorise anything. */
export async function readCurrentUser(
  { database, serviceConfig, isHeld }: { database: Kysely<Tables>; serviceConfig: ReadServiceConfig; isHeld: () => boolean },
  userId: string,
  token: string,
): Promise<CurrentUser> {
  const config = await serviceConfig();
  const { folderDownload, emptyFiles, renameLength, filesPerSelection, recycleDays, groupGraceDays, transferRecordDays, publicSite } =
    config;
  const row = await database
    .selectFrom('user_account as u')
    .innerJoin('space as s', (join) => join.onRef('s.owner_id', '=', 'u.id').on('s.kind', '=', sql.lit(spaceKinds.personal)))
    .leftJoin('department as d', 'd.id', 'u.department_id')
    .select([
      'u.id',
      'u.account_name',
      'u.user_name',
      'u.real_name',
      'u.language',
      'u.skin',
      'u.settings',
      adminRolesOf(sql`u.id`).as('admin_roles'),
      fileItemsOf(sql`u.id`).as('file_items'),
      fileRoleItems.as('file_roles'),
      'u.agreement_edition',
      isAgreed.as('agreed'),
      hasSecondFactor.as('has_factor'),
      roleNeedsFactor.as('role_needs_factor'),
      'u.must_change_password',
      isPasswordExpired(config.passwordTermDays).as('password_expired'),
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
    adminItems: [...adminItemsOf(row.admin_roles)],
    permissions: permissionItems.filter((item) => row.file_items.includes(item)),
    fileRoles: row.file_roles,
    commonSettings: commonSettings.parse(row.settings),
    agreementAcknowledged: row.agreed,
    agreementEdition: row.agreement_edition,
    mustChangePassword: row.must_change_password || row.password_expired,
    passwordExpired: row.password_expired && !row.must_change_password,
    mustEnrol: mustEnrol(config.secondFactorFor, { ...row, roles: row.admin_roles }),
    folderDownload,
    emptyFiles,
    renameLength,
    filesPerSelection,
    recycleDays,
    groupGraceDays,
    transferRecordDays,
    linkRules: linkRulesOf(config),
    importRows: config.importRows,
    // Past ones are of no use to anybody.
    announcement: config.announcement && Date.parse(config.announcement.to) > Date.now() ? config.announcement : null,
    beingMoved: isHeld(),
    publicSite,
    clients: clientsOf(config).map(({ system }) => system),
  };
}

const linkRulesOf = ({
  linkMostDays,
  linkMostVisits,
  linkPasswordLength,
  linkPermission,
  linkValidity,
  linkWatermark,
}: ServiceConfig): LinkRules => ({ linkMostDays, linkMostVisits, linkPasswordLength, linkPermission, linkValidity, linkWatermark });

/** Storage that is allotted to groups counts as used even if they are empty, because nothing else can use it. */
export async function readCapacity(database: Kysely<Tables>, userId: string): Promise<Capacity> {
  const space = await database
    .selectFrom('space')
    .select([
      'quota_bytes',
      'used_bytes',
      'allotted_bytes',
      sql<number>`(select coalesce(sum(g.used_bytes), 0)::bigint from space g where g.owner_id = ${userId} and g.kind = ${sql.lit(spaceKinds.group)})`.as(
        'group_bytes',
      ),
    ])
    .where('owner_id', '=', userId)
    .where('kind', '=', sql.lit(spaceKinds.personal))
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
