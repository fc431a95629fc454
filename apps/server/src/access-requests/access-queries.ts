import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { InstanceId, OwnAccessRequest, PermissionItem } from '@alcove/contract';
import { daysOf, isActive, rolesWith } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';

export type RequestRow = Selectable<Tables['access_request']> & { asker_name: string };

const present = (row: Pick<RequestRow, 'id' | 'instance_id' | 'item' | 'created_at'>): OwnAccessRequest => ({
  requestId: row.id,
  instanceId: row.instance_id,
  item: row.item,
  createTime: row.created_at.toISOString(),
});

/** A person's open requests, newest first. */
export async function ownRequests(database: Kysely<Tables>, askerId: string): Promise<OwnAccessRequest[]> {
  const rows = await database
    .selectFrom('access_request')
    .select(['id', 'instance_id', 'item', 'created_at'])
    .where('asker_id', '=', askerId)
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(present);
}

/** Locks the asker, so that concurrent requests of the same person are counted one after the other. */
export async function lockAsker(transaction: Transaction<Tables>, askerId: string): Promise<void> {
  await sql`select from user_account where id = ${askerId} for no key update`.execute(transaction);
}

export async function countLately(transaction: Transaction<Tables>, askerId: string): Promise<number> {
  const { made } = await transaction
    .selectFrom('access_request')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('asker_id', '=', askerId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return made;
}

export async function insertRequest(
  transaction: Transaction<Tables>,
  asked: { askerId: string; instanceId: InstanceId; item: PermissionItem; message: string },
): Promise<OwnAccessRequest> {
  const row = await transaction
    .insertInto('access_request')
    .values({ id: newId(), asker_id: asked.askerId, instance_id: asked.instanceId, item: asked.item, message: asked.message })
    .returning(['id', 'instance_id', 'item', 'created_at'])
    .executeTakeFirstOrThrow();
  return present(row);
}

/** With `lock`, nobody else can answer or withdraw it until the transaction ends. */
export async function findRequest(
  database: Kysely<Tables>,
  requestId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<RequestRow | undefined> {
  const request = database
    .selectFrom('access_request as r')
    .innerJoin('user_account as u', 'u.id', 'r.asker_id')
    .selectAll('r')
    .select('u.real_name as asker_name')
    .where('r.id', '=', requestId);
  return (lock ? request.forUpdate('r') : request).executeTakeFirst();
}

/** The next open request whose answerers have not been notified yet, locked. */
export async function lockNextUnnotified(transaction: Transaction<Tables>): Promise<RequestRow | undefined> {
  return transaction
    .selectFrom('access_request as r')
    .innerJoin('user_account as u', 'u.id', 'r.asker_id')
    .selectAll('r')
    .select('u.real_name as asker_name')
    .where('r.state', '=', 'open')
    .where('r.told_at', 'is', null)
    .where('r.look_at', '<=', sql<Date>`now()`)
    .orderBy('r.look_at')
    .limit(1)
    .forUpdate('r')
    .skipLocked()
    .executeTakeFirst();
}

/**
 * Records that the answerers were notified. If there are none yet, sets when to look for them again, since somebody may become a manager of
 * the item.
 */
export async function setNotified(transaction: Transaction<Tables>, requestId: string, notified: boolean): Promise<void> {
  await transaction
    .updateTable('access_request')
    .set(notified ? { told_at: sql`now()` } : { look_at: sql`now() + interval '10 minutes'` })
    .where('id', '=', requestId)
    .execute();
}

/**
 * Active people, except the asker, who manage the item through ownership or through a grant in its own space, made to them or to their
 * department. Those with a personal grant come first.
 */
export async function findManagers(database: Kysely<Tables>, instanceId: InstanceId, askerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select i.id, i.parent_id, i.space_id, 0 as depth from instance i where i.id = ${instanceId}
      union all
      select p.id, p.parent_id, p.space_id, up.depth + 1 from up join instance p on p.id = up.parent_id where up.depth <= ${limits.folderDepth + 2}
    ),
    manages as (
      select g.subject_kind, g.subject_id from up join file_grant g on g.instance_id = up.id and g.source_id = up.space_id
      where g.role in ${rolesWith('personnelManagement')} and (g.expires_at is null or g.expires_at > now())
    ),
    below as (
      select d.id from department d where d.id in (select subject_id from manages where subject_kind = 'department')
      union
      select d.id from department d join below on d.parent_id = below.id
    ),
    named as (
      select s.owner_id as id, 0 as place from up join space s on s.id = up.space_id where up.depth = 0
      union all
      select g.subject_id, 0 from manages g where g.subject_kind = 'person'
      union all
      select b.id, 1 from user_account b where b.department_id in (select id from below)
    )
    select u.id from named join user_account u on u.id = named.id
    where u.id <> ${askerId} and ${isActive}
    group by u.id order by min(named.place), u.id limit 100`.execute(database);
  return rows.map(({ id }) => id);
}

/** The name of an instance. For the root of a department's space this is the department's name; other roots without a name return ''. */
export async function nameOf(database: Kysely<Tables>, { name, spaceId }: Pick<ItemContext, 'name' | 'spaceId'>): Promise<string> {
  if (name !== '') return name;
  const { rows } = await sql<{ name: string }>`
    select name from department where space_id = ${spaceId} union all select name from ended_department where space_id = ${spaceId}`.execute(
    database,
  );
  return rows[0]?.name ?? '';
}

export interface Answer {
  state: 'granted' | 'declined' | 'withdrawn';
  by: string;
  level?: RequestRow['level'];
  expiresAt?: Date | null;
}

export async function setAnswered(
  transaction: Transaction<Tables>,
  requestId: string,
  { state, by, level, expiresAt }: Answer,
): Promise<void> {
  await transaction
    .updateTable('access_request')
    .set({ state, answered_at: sql`now()`, answered_by: by, level: level ?? null, expires_at: expiresAt ?? null })
    .where('id', '=', requestId)
    .execute();
}

/** Ends requests that nobody answered in time (setting `accessRequestDays`). Returns their ids. */
export async function endOld(transaction: Transaction<Tables>): Promise<string[]> {
  const rows = await transaction
    .updateTable('access_request')
    .set({ state: 'ended' })
    .where('state', '=', 'open')
    .where('created_at', '<', sql<Date>`now() - ${daysOf('accessRequestDays')}`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Withdraws the notifications of requests whose item is in the bin or gone, because nobody can answer them. To the asker they remain open,
 * so that the asker learns nothing.
 */
export async function forgetGone(transaction: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update access_request r set told_at = null, look_at = now() + interval '10 minutes'
    where r.state = 'open' and r.told_at is not null and not (
      with recursive up as (
        select i.parent_id, i.deleted_at, 0 as depth from instance i where i.id = r.instance_id
        union all
        select p.parent_id, p.deleted_at, up.depth + 1 from up join instance p on p.id = up.parent_id where up.depth <= ${limits.folderDepth + 2}
      )
      select coalesce(bool_and(deleted_at is null), false) from up
    ) returning r.id`.execute(transaction);
  return rows.map(({ id }) => id);
}
