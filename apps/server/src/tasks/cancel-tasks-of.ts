import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { releaseReserved } from '../spaces/index.ts';
import { askToCancelRunning, cancelWaiting } from './task-queries.ts';

/**
 * Cancels all tasks of a person who leaves: those that wait at once, those that run at their next step, whatever their kind. Returns how many
 * there were.
 */
export async function cancelTasksOf(transaction: Transaction<Tables>, ownerId: string): Promise<number> {
  const waiting = await cancelWaiting(transaction, ownerId);
  for (const { space_id: spaceId, reserved_bytes: bytes } of waiting)
    if (spaceId !== null && bytes > 0) await releaseReserved(transaction, spaceId, bytes);
  return waiting.length + (await askToCancelRunning(transaction, ownerId));
}
