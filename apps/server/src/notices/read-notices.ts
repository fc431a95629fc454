import type { Kysely } from 'kysely';
import type { Notice, NoticeCounts, Page, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import type { UserContext } from '../http/index.ts';
import { countNotices, findNotices, setRead } from './notice-queries.ts';
import type { NoticeRow } from './notice-queries.ts';

type Calls = typeof calls.notice;

export async function pageOfNotices(
  database: Kysely<Tables>,
  { page, pageSize, filter, before }: RequestOf<Calls['page']>,
  { caller }: UserContext,
): Promise<Page<Notice>> {
  const of = { before, offset: (page - 1) * pageSize, limit: pageSize };
  const { total, rows } = await findNotices(database, caller.userId, filter, of);
  return { total, page, pageSize, items: rows.map(present) };
}

/** Repeatable. Ids that are unknown or belong to other people are ignored. */
export async function markRead(
  database: Kysely<Tables>,
  { noticeIds }: RequestOf<Calls['markRead']>,
  { caller: { userId } }: UserContext,
): Promise<NoticeCounts> {
  return database.transaction().execute(async (transaction) => {
    if (await setRead(transaction, userId, noticeIds ?? null)) await publish(transaction, [{ to: [userId], event: 'notice' }]);
    return countNotices(transaction, userId);
  });
}

/** The cast is safe, because only `notify` writes these rows. */
const present = (row: NoticeRow): Notice =>
  ({
    noticeId: row.id,
    kind: row.kind,
    data: row.data,
    createTime: row.created_at.toISOString(),
    read: row.read,
    todo: row.todo,
  }) as Notice;
