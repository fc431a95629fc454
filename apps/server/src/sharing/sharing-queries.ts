import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { limits, normalised } from '@alcove/contract';
import type { calls, FileRole, InstanceId, RequestOf, ShareSide } from '@alcove/contract';
import { daysOf, isActive, isOutOfBins, like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { departmentsAbove, departmentsOf } from '../permission/index.ts';

/** Times are compared with the database's clock, which all servers share. */
const lasts = (of: 'g' | 'sh'): RawBuilder<boolean> => sql`(${sql.raw(of)}.expires_at is null or ${sql.raw(of)}.expires_at > now())`;

export interface ShareRow {
  id: string;
  instance_id: InstanceId;
  initiator_id: string;
  initiator_name: string;
  created_at: Date;
  expires_at: Date | null;
}

/** A share that has not ended and whose initiator is active: by its id, or by its item and initiator. */
export async function findShare(
  database: Kysely<Tables>,
  of: { shareId: string } | { instanceId: InstanceId; initiatorId: string },
): Promise<ShareRow | undefined> {
  const which =
    'shareId' in of ? sql`sh.id = ${of.shareId}` : sql`sh.instance_id = ${of.instanceId} and sh.initiator_id = ${of.initiatorId}`;
  const { rows } = await sql<ShareRow>`
    select sh.id, sh.instance_id, sh.initiator_id, u.real_name as initiator_name, sh.created_at, sh.expires_at
    from share sh join user_account u on u.id = sh.initiator_id where ${which} and ${lasts('sh')} and ${isActive}`.execute(database);
  return rows[0];
}

export type StandingShare = Pick<ShareRow, 'id' | 'instance_id' | 'initiator_id'>;

/** Shares that have not ended, including those of frozen initiators: by id, or all of an item. */
export async function standingShares(
  database: Kysely<Tables>,
  of: { shareId: string } | { instanceId: InstanceId },
): Promise<StandingShare[]> {
  const which = 'shareId' in of ? sql`sh.id = ${of.shareId}` : sql`sh.instance_id = ${of.instanceId}`;
  const { rows } = await sql<StandingShare>`
    select sh.id, sh.instance_id, sh.initiator_id from share sh where ${which} and ${lasts('sh')} order by sh.id`.execute(database);
  return rows;
}

/** When a share ends for a person: by their own part, or by the nearest department's. Null: never. */
export async function endFor(database: Kysely<Tables>, shareId: string, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date | null }>`
    with recursive ${departmentsAbove(sql`${userId}::uuid`)}
    select g.expires_at from file_grant g left join above d on g.subject_kind = 'department' and d.id = g.subject_id
    where g.source_id = ${shareId} and ${lasts('g')} and (g.subject_id = ${userId} or d.id is not null)
    order by coalesce(d.distance, 0) limit 1`.execute(database);
  return rows[0]?.expires_at ?? null;
}

/**
 * Creates an item's share for an initiator, or finds the existing one, and locks it until the transaction ends. Two concurrent callers get
 * the same share.
 */
export async function ensureShareLocked(
  transaction: Transaction<Tables>,
  of: { instanceId: InstanceId; initiatorId: string },
): Promise<{ id: string; expires_at: Date | null; ended: boolean; now: Date }> {
  // The update changes nothing but takes the row's lock. If the row was just deleted, another one is inserted.
  const { rows } = await sql<{ id: string; expires_at: Date | null; ended: boolean; now: Date }>`
    insert into share (id, instance_id, initiator_id) values (${newId()}, ${of.instanceId}, ${of.initiatorId})
    on conflict (instance_id, initiator_id) do update set initiator_id = excluded.initiator_id
    returning id, expires_at, coalesce(expires_at <= now(), false) as ended, now() as now`.execute(transaction);
  return rows[0]!;
}

/** Locks an existing share. False if it was deleted or has ended. */
export async function lockShare(transaction: Transaction<Tables>, shareId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from share sh where sh.id = ${shareId} and ${lasts('sh')} for update`.execute(transaction);
  return rows.length > 0;
}

export interface LockedShare extends Pick<ShareRow, 'id' | 'instance_id' | 'initiator_id'> {
  /** Of the shared item. */
  name: string;
}

/** Every share of these items, including ended ones, locked until the transaction ends. */
export async function lockSharesOn(transaction: Transaction<Tables>, instanceIds: readonly InstanceId[]): Promise<LockedShare[]> {
  const { rows } = await sql<LockedShare>`
    select sh.id, sh.instance_id, sh.initiator_id, i.name from share sh join instance i on i.id = sh.instance_id
    where sh.instance_id = any(${instanceIds}::uuid[]) order by sh.id for update of sh`.execute(transaction);
  return rows;
}

export async function setShare(transaction: Transaction<Tables>, shareId: string, change: { expiresAt: Date | null; anew: boolean }) {
  await transaction
    .updateTable('share')
    .set({ expires_at: change.expiresAt, ...(change.anew && { created_at: sql<Date>`now()` }) })
    .where('id', '=', shareId)
    .execute();
}

export async function deleteShare(transaction: Transaction<Tables>, shareId: string): Promise<void> {
  await transaction.deleteFrom('share').where('id', '=', shareId).execute();
}

export interface MemberRow {
  share_id: string;
  kind: 'person' | 'department';
  id: string;
  role: FileRole;
  expires_at: Date | null;
  name: string;
  account_name: string;
  department_id: string | null;
}

/**
 * The recipients of the shares, in the order in which they were added. People who left the company and deleted departments are left out.
 */
export async function membersOf(database: Kysely<Tables>, shareIds: readonly string[], mostEach?: number): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select * from (
      select g.source_id as share_id, g.subject_kind as kind, g.subject_id as id, g.role, g.expires_at, coalesce(u.real_name, d.name) as name,
        coalesce(u.account_name, '') as account_name, coalesce(u.department_id, d.parent_id) as department_id,
        row_number() over (partition by g.source_id order by g.id) as place
      from file_grant g left join user_account u on g.subject_kind = 'person' and u.id = g.subject_id
        left join department d on g.subject_kind = 'department' and d.id = g.subject_id
      where g.source_id = any(${shareIds}::uuid[]) and g.source_kind = 'share' and ${lasts('g')} and (u.id is not null or d.id is not null)
    ) as member where place <= ${mostEach ?? 2 * limits.itemsPerCall} order by share_id, place`.execute(database);
  return rows;
}

/** The number of recipients per kind and role. */
export async function countMembers(
  database: Kysely<Tables>,
  shareIds: readonly string[],
): Promise<{ share_id: string; kind: 'person' | 'department'; role: FileRole; count: number }[]> {
  const { rows } = await sql<{ share_id: string; kind: 'person' | 'department'; role: FileRole; count: number }>`
    select g.source_id as share_id, g.subject_kind as kind, g.role, count(*) as count from file_grant g
    where g.source_id = any(${shareIds}::uuid[]) and g.source_kind = 'share' and ${lasts('g')} group by 1, 2, 3`.execute(database);
  return rows;
}

export interface Candidate {
  id: string;
  instance_id: InstanceId;
  initiator_id: string;
  initiator_name: string;
  created_at: Date;
  expires_at: Date | null;
  /** The department through which the person has it. */
  through: string | null;
  /** The initiator owns the space, so their permission cannot have been revoked. */
  sure: boolean;
  /** The initiator is frozen: the share gives nothing until they are unfrozen. */
  dormant: boolean;
}

/**
 * One side of a person's shares, in order: those that have not ended and whose item is not deleted. Whether each still gives a permission
 * is decided by the permission rules. `ofFrozen` includes those of frozen initiators.
 */
export async function findShares(
  database: Kysely<Tables>,
  userId: string,
  input: Pick<RequestOf<typeof calls.innerSharing.page>, 'side' | 'sortField' | 'sortOrder' | 'keyword' | 'only'>,
  { ofFrozen = false }: { ofFrozen?: boolean } = {},
): Promise<Candidate[]> {
  const keyword = input.keyword && normalised(input.keyword).trim();
  const { rows } = await sql<Candidate>`
    ${reaching(input.side, userId)}
    select sh.id, sh.instance_id, sh.initiator_id, u.real_name as initiator_name, sh.created_at, mine.expires_at, mine.through, s.owner_id is not distinct from sh.initiator_id as sure, not (${isActive}) as dormant
    from mine join share sh on sh.id = mine.share_id join instance i on i.id = sh.instance_id join space s on s.id = i.space_id join user_account u on u.id = sh.initiator_id
    where ${lasts('sh')} and ${ofFrozen ? sql`true` : isActive} and ${isOutOfBins} and ${keyword ? sql`i.name ilike ${like(keyword)}` : sql`true`}
      and ${input.only === undefined ? sql`true` : sql`sh.id = ${input.only}`}
    order by ${sql.raw(input.sortField === 'instanceName' ? 'i.name collate zh_natural' : 'sh.created_at')} ${sql.raw(input.sortOrder)}, sh.id ${sql.raw(input.sortOrder)}`.execute(
    database,
  );
  return rows;
}

/** The table `mine`: shares that name the person or one of their departments, or that they initiated and that still have recipients. */
function reaching(side: ShareSide, userId: string): RawBuilder<unknown> {
  if (side === 'initiated')
    return sql`with mine as (
      select sh.id as share_id, sh.expires_at, null::text as through from share sh where sh.initiator_id = ${userId}
        and exists (select from file_grant g where g.source_id = sh.id and ${lasts('g')}))`;
  // A grant to the person is nearer than one to a department, and takes precedence.
  return sql`with mine as (
    select g.source_id as share_id, (array_agg(g.expires_at order by g.subject_kind = 'department', g.expires_at desc nulls first))[1] as expires_at,
      min(d.name) as through
    from file_grant g left join department d on g.subject_kind = 'department' and d.id = g.subject_id
    where g.subject_id in (select ${userId}::uuid union all (${departmentsOf(sql`${userId}::uuid`)})) and g.source_kind = 'share' and ${lasts('g')} and g.grantor_id <> ${userId}
    group by g.source_id)`;
}

/** The shares on any of these items that have not ended, with their recipients. */
export async function subjectsOn(
  database: Kysely<Tables>,
  instanceIds: readonly InstanceId[],
): Promise<{ instance_id: InstanceId; kind: 'person' | 'department'; id: string }[]> {
  const { rows } = await sql<{ instance_id: InstanceId; kind: 'person' | 'department'; id: string }>`
    select distinct g.instance_id, g.subject_kind as kind, g.subject_id as id from file_grant g
    where g.instance_id = any(${instanceIds}::uuid[]) and g.source_kind = 'share' and ${lasts('g')}`.execute(database);
  return rows;
}

/**
 * Deletes what ended long enough ago (setting `endedShareDays`): shares with their grants, single parts, memberships and levels with an end. Returns 0, because one run
 * deletes everything.
 */
export async function removeEndedShares(database: Kysely<Tables>): Promise<0> {
  const old = sql`now() - ${daysOf('endedShareDays')}`;
  await sql`with ended as (delete from share where expires_at < ${old} returning id)
    delete from file_grant where source_kind = 'share' and source_id in (select id from ended)`.execute(database);
  await sql`delete from file_grant where expires_at < ${old}`.execute(database);
  await sql`delete from share sh where sh.expires_at is null and not exists (select from file_grant g where g.source_id = sh.id) and sh.created_at < ${old}`.execute(
    database,
  );
  return 0;
}

/** Locks the item until the transaction ends. False if it was deleted. */
export async function lockInstance(database: Kysely<Tables>, instanceId: InstanceId): Promise<boolean> {
  const { rows } = await sql`select 1 from instance where id = ${instanceId} and deleted_at is null for key share`.execute(database);
  return rows.length > 0;
}
