import { failures } from '@alcove/contract';
import { CallFailed } from '../../api/call-failed.ts';

/** When the server allows the next try (milliseconds since the epoch), if it limits tries; else null. */
export function waitUntil(error: unknown): number | null {
  if (!(error instanceof CallFailed) || error.errcode !== failures.SIGN_IN_SLOWED.errcode) return null;
  const seconds = error.retryAfterSeconds ?? 0;
  return seconds > 0 ? Date.now() + seconds * 1000 : null;
}
