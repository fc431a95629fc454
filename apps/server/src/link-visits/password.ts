/** The password of a link, and who is locked out for wrong ones. */
import { createHash } from 'node:crypto';
import type { calls, RequestOf } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { CallContext } from '../http/index.ts';
import { passwordFits, takeAttemptOf } from '../identity/index.ts';
import type { GateRow } from '../links/index.ts';
import type { VisitDeps } from './deps.ts';

/** Wrong passwords from one place; the last of them locks it out. */
export const tries = 5;
const lockMs = 30 * 60_000;
/**
 * Wrong passwords lock out who sends them: with the fifth from one place, this link is locked there for half an hour, and then there are five again.
 * Guessers in many places slow the link down for everybody, but never lock it: beyond fifty wrong ones, one a minute is tried. Another password begins
 * anew, because the name of the counts has its mark.
 */
function slowings({ id, password_hash: hash }: GateRow, place: string) {
  const link = `link:${id}:${createHash('sha256').update(hash!).digest('base64url').slice(0, 16)}`;
  return [
    { key: `${link}:${place}`, free: tries - 1, firstMs: lockMs, longestMs: lockMs, anew: true },
    { key: link, free: 50, firstMs: 1000, longestMs: 60_000 },
  ];
}

/** Throws LINK_PASSWORD_WRONG with the tries that are left; LINK_LOCKED at the last of them, and while the lock lasts. */
export async function requirePassword(
  { database }: Pick<VisitDeps, 'database'>,
  gate: GateRow,
  given: string,
  { rateKey }: Pick<CallContext, 'rateKey'>,
): Promise<void> {
  // Its creator looks at what visitors see; the password is theirs to change anyway.
  if (gate.password_hash === null || gate.own) return;
  const locked = (seconds: number): Failure => new Failure('LINK_LOCKED', { minutes: Math.ceil(seconds / 60) });
  const attempt = await takeAttemptOf(database, slowings(gate, rateKey), locked);
  const fits = await passwordFits(gate.password_hash, given, `link ${gate.id}`).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  if (fits) return attempt.succeeded();
  throw attempt.left === 0 ? locked(lockMs / 1000) : new Failure('LINK_PASSWORD_WRONG', { field: 'password', left: attempt.left });
}

/** The password in the header is percent-encoded, because headers are ASCII. */
export function passwordOf({ password }: RequestOf<typeof calls.link.checkPassword>, { header }: Pick<CallContext, 'header'>): string {
  const sent = header('x-link-password');
  if (sent === undefined) return password ?? '';
  try {
    return decodeURIComponent(sent.slice(0, 1024));
  } catch {
    throw new Failure('BAD_REQUEST', { field: 'X-Link-Password' });
  }
}
