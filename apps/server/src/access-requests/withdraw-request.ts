import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { settle } from '../notices/index.ts';
import { findRequest, setAnswered } from './access-queries.ts';

/**
 * Withdraws the caller's own request; it vanishes from the answerers' lists. Throws ACCESS_REQUEST_NOT_FOUND, ACCESS_REQUEST_ENDED if it
 * was answered before.
 */
export async function withdrawRequest(database: Kysely<Tables>, requestId: string, { userId }: Caller): Promise<null> {
  return database.transaction().execute(async (transaction) => {
    const request = await findRequest(transaction, requestId, { lock: true });
    if (request?.asker_id !== userId) throw new Failure('ACCESS_REQUEST_NOT_FOUND');
    if (request.state === 'withdrawn') return null;
    if (request.state !== 'open') throw new Failure('ACCESS_REQUEST_ENDED');
    await setAnswered(transaction, requestId, { state: 'withdrawn', by: userId });
    await settle(transaction, requestId);
    return null;
  });
}
