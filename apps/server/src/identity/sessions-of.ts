import type { Kysely, Transaction } from 'kysely';
import type { OpenSession } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { placesOf } from './place-queries.ts';
import { refuseQrOf } from './qr-queries.ts';
import { endSessions, endSessionsExcept, listSessions } from './session-queries.ts';
import type { SessionTimes } from './session-queries.ts';
import { deleteStepsOf } from './sign-in-step-queries.ts';

/** The person's open sessions, most recently used first. `currentId` is the session of whoever asks. */
export async function sessionsOf(database: Kysely<Tables>, userId: string, times: SessionTimes, currentId: string): Promise<OpenSession[]> {
  const sessions = await listSessions(database, userId, times);
  const places = await placesOf(
    database,
    sessions.map(({ address }) => address),
  );
  return sessions.map(({ createdAt, seenAt, ...session }) => ({
    ...session,
    place: places.get(session.address) ?? null,
    createTime: createdAt.toISOString(),
    lastTime: seenAt.toISOString(),
    current: session.sessionId === currentId,
  }));
}

/**
 * Ends a person's sessions, or those of them that are named, but never `exceptId`. QR codes that the person has approved and sign-ins that
 * wait for the second factor open no new one. Returns how many ended.
 */
export async function endSessionsOf(
  transaction: Transaction<Tables>,
  userId: string,
  { sessionIds, exceptId }: { sessionIds: readonly string[] | undefined; exceptId: string },
): Promise<number> {
  await refuseQrOf(transaction, userId);
  await deleteStepsOf(transaction, userId);
  if (sessionIds === undefined) return endSessionsExcept(transaction, userId, exceptId);
  const named = sessionIds.filter((id) => id !== exceptId);
  return named.length === 0 ? 0 : endSessions(transaction, userId, named);
}
