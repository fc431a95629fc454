import { sql } from 'kysely';
import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { NoticeContent, NoticeCounts, NoticeFilter, NoticeKind } from '@alcove/contract';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

export type NoticeRow = Pick<Tables['notice'], 'id' | 'kind'> & { data: object; created_at: Date; read: boolean; todo: boolean };

const isTodo = sql<boolean>`subject_id is not null and settled_at is null`;

function ofPerson(database: Kysely<Tables>, userId: string, filter: NoticeFilter): SelectQueryBuilder<Tables, 'notice', object> {
  const own = database.selectFrom('notice').where('user_id', '=', userId);
  if (filter === 'unread') return own.where('read_at', 'is', null);
  return filter === 'todo' ? own.where(isTodo) : own;
}

/** Newest first. `before` excludes that notification and newer ones. */
export async function findNotices(
  database: Kysely<Tables>,
  userId: string,
  filter: NoticeFilter,
  of: { before: string | undefined; offset: number; limit: number },
): Promise<{ total: number; rows: NoticeRow[] }> {
  const own = ofPerson(database, userId, filter);
  const from = of.before === undefined ? own : own.where('id', '<', of.before);
  const [{ total }, rows] = await Promise.all([
    own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    from
      .select(['id', 'kind', 'data', 'created_at', sql<boolean>`read_at is not null`.as('read'), isTodo.as('todo')])
      .orderBy('id', 'desc')
      .offset(of.offset)
      .limit(of.limit)
      .execute(),
  ]);
  return { total, rows };
}

export async function countNotices(database: Kysely<Tables>, userId: string): Promise<NoticeCounts> {
  const { rows } = await sql<NoticeCounts>`
    select (select count(*) from notice where user_id = ${userId} and read_at is null) as unread,
      (select count(*) from notice where user_id = ${userId} and ${isTodo}) as todo`.execute(database);
  return rows[0]!;
}

/** The unread counts. The map lacks people without unread notifications. */
export async function unreadOf(database: Kysely<Tables>, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('notice')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('unread')])
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('read_at', 'is', null)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.unread]));
}

export async function insertNotices(
  transaction: Transaction<Tables>,
  userIds: readonly string[],
  { kind, data }: NoticeContent,
  subjectId: string | null,
): Promise<void> {
  const text = JSON.stringify(data);
  await sql`
    insert into notice (id, user_id, kind, data, subject_id)
    select person.id, person.user_id, ${kind}, ${text}::jsonb, ${subjectId}::uuid
    from unnest(${userIds.map(() => newId())}::uuid[], ${userIds}::uuid[]) as person (id, user_id)`.execute(transaction);
}

/** Whether the person has an unread notice of this kind whose data holds these values. */
export async function hasUnread(transaction: Transaction<Tables>, userId: string, kind: NoticeKind, data: object): Promise<boolean> {
  const row = await ofPerson(transaction, userId, 'unread')
    .select('id')
    .where('kind', '=', kind)
    .where(sql<boolean>`data @> ${JSON.stringify(data)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks these notifications as read; null: all of the person's. Returns whether any was unread. */
export async function setRead(transaction: Transaction<Tables>, userId: string, noticeIds: readonly string[] | null): Promise<boolean> {
  const own = ofPerson(transaction, userId, 'unread').select('id');
  const chosen = noticeIds === null ? own : own.where('id', '=', sql<string>`any(${noticeIds}::uuid[])`);
  const rows = await transaction
    .updateTable('notice')
    .set({ read_at: sql`now()` })
    .where('id', 'in', chosen)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Marks the notifications about a decided request as settled and read. Returns the people who had been asked. */
export async function setSettled(transaction: Transaction<Tables>, subjectId: string): Promise<string[]> {
  const rows = await transaction
    .updateTable('notice')
    .set({ settled_at: sql`now()`, read_at: sql`coalesce(read_at, now())` })
    .where('subject_id', '=', subjectId)
    .where('settled_at', 'is', null)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Deletes notifications some days after they were read (setting `noticeDays`); unread and undecided ones are kept. Returns how many were deleted. */
export async function removeOldNotices(database: Kysely<Tables>): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('notice')
    .where('read_at', '<', sql<Date>`now() - ${daysOf('noticeDays')}`)
    .where(({ not }) => not(isTodo))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Records that the person was welcomed. False if they were welcomed before. */
export async function setWelcomed(transaction: Transaction<Tables>, userId: string): Promise<boolean> {
  const row = await transaction
    .updateTable('user_account')
    .set({ welcomed_at: sql`now()` })
    .where('id', '=', userId)
    .where('welcomed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
