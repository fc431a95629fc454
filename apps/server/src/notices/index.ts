/** The door: what people are told in the product itself. */
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { countNotices } from './notice-queries.ts';
import { markRead, pageOfNotices } from './read-notices.ts';

export { removeOldNotices, unreadOf } from './notice-queries.ts';
export { notify, settle, welcome } from './notify.ts';

const { notice } = calls;

export const noticeRoutes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(notice.page, (input, context) => pageOfNotices(database, input, context)),
  answer(notice.markRead, (input, context) => markRead(database, input, context)),
  answer(notice.unread, (_input, { caller }) => countNotices(database, caller.userId)),
];
