import type { Kysely, Transaction } from 'kysely';
import type { NoticeContent } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { hasUnread, insertNotices, setSettled, setWelcomed } from './notice-queries.ts';

/**
 * Creates a notification for each of these people and sends it to their browsers when the transaction commits. `decides` is the id of a
 * request that the notification asks to decide: it stays on the to-do list until `settle` is called with that id.
 */
export async function notify(
  transaction: Transaction<Tables>,
  userIds: readonly string[],
  notice: NoticeContent,
  decides: string | null = null,
): Promise<void> {
  if (userIds.length === 0) return;
  await insertNotices(transaction, userIds, notice, decides);
  await publish(transaction, [{ to: userIds, event: 'notice' }]);
}

/** Like `notify`, unless this person has not read yet what they were told of the same: a notice of this kind whose data holds `about`. */
export async function notifyUnlessUnread(
  transaction: Transaction<Tables>,
  userId: string,
  notice: NoticeContent,
  about: Partial<NoticeContent['data']>,
): Promise<void> {
  if (!(await hasUnread(transaction, userId, notice.kind, about))) await notify(transaction, [userId], notice);
}

/** A request was decided or withdrawn, by anyone: it leaves everybody's to-do list. */
export async function settle(transaction: Transaction<Tables>, subjectId: string): Promise<void> {
  await publish(transaction, [{ to: await setSettled(transaction, subjectId), event: 'notice' }]);
}

/** Welcomes a new person once, however many devices they sign in on at the same time. */
export async function welcome(database: Kysely<Tables>, userId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (await setWelcomed(transaction, userId)) await notify(transaction, [userId], { kind: 'welcome', data: {} });
  });
}
