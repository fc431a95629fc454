import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { countNotices } from './notice-queries.ts';
import { markRead, pageOfNotices } from './read-notices.ts';

const { notice } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(notice.page, (input, context) => pageOfNotices(database, input, context)),
  answer(notice.markRead, (input, context) => markRead(database, input, context)),
  answer(notice.unread, (_input, { caller }) => countNotices(database, caller.userId)),
];
