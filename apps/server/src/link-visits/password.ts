/** The password of a link, and who is locked out for wrong ones. */
import { createHash } from 'node:crypto';
import type { calls, RequestOf, ServiceConfig } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { CallContext } from '../http/index.ts';
import { passwordFits, takeAttemptOf } from '../identity/index.ts';
import type { GateRow } from '../links/index.ts';
import type { VisitDeps } from './deps.ts';

type LockSettings = Pick<ServiceConfig, 'linkPasswordTries' | 'linkLockMinutes'>;

/**
 * Wrong passwords lock out who sends them: with the last try of one place, this link is locked there for a while, and then there are as many tries again.
 * Guessers in many places slow the link down for everybody, but never lock it: beyond fifty wrong ones, one a minute is tried. Another password begins
 * anew, because the name of the counts has its mark.
 */
function slowings({ id, password_hash: hash }: GateRow, place: string, { linkPasswordTries, linkLockMinutes }: LockSettings) {
  const lockMs = linkLockMinutes * 60_000;
  const link = `link:${id}:${createHash('sha256').update(hash!).digest('base64url').slice(0, 16)}`;
  return [
    { key: `${link}:${place}`, free: linkPasswordTries - 1, firstMs: lockMs, longestMs: lockMs, anew: true },
    { key: link, free: 50, firstMs: 1000, longestMs: 60_000 },
  ];
}

/** Throws LINK_PASSWORD_WRONG with the tries that are left; LINK_LOCKED at the last of them, and while the lock lasts. */
export async function requirePassword(
  { database, serviceConfig }: Pick<VisitDeps, 'database' | 'serviceConfig'>,
  gate: GateRow,
  given: string,
  { rateKey }: Pick<CallContext, 'rateKey'>,
): Promise<void> {
  // Its creator looks at what visitors see; the password is theirs to change anyway.
  if (gate.password_hash === null || gate.own) return;
  const locked = (seconds: number): Failure => new Failure('LINK_LOCKED', { minutes: Math.ceil(seconds / 60) });
  const settings = await serviceConfig();
  const attempt = await takeAttemptOf(database, slowings(gate, rateKey(), settings), locked);
  const fits = await passwordFits(gate.password_hash, given, `link ${gate.id}`).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  if (fits) return attempt.succeeded();
  throw attempt.left === 0
    ? locked(settings.linkLockMinutes * 60)
    : new Failure('LINK_PASSWORD_WRONG', { field: 'password', left: attempt.left });
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
