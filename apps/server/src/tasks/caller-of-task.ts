import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { findTaskOwner } from './owner-queries.ts';

/** The person who started a task, as they are now. Throws NOT_ALLOWED if they may no longer sign in. */
export async function callerOfTask(database: Kysely<Tables>, userId: string): Promise<Caller> {
  const user = await findTaskOwner(database, userId);
  if (!user || user.frozen_at || (user.expires_at && user.expires_at <= new Date())) throw new Failure('NOT_ALLOWED');
  return {
    userId,
    sessionId: userId,
    sessionKind: 'browser',
    accountName: user.account_name,
    realName: user.real_name,
    adminItems: [],
    speedLimit: null,
  };
}
