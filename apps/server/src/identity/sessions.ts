import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { enter } from '../audit/index.ts';
import type { SignInWay } from '@alcove/contract';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { adminItemsOf } from '../roles/index.ts';
import { findConfirmer } from './device-queries.ts';
import { isTrusted, noteDevice } from './devices.ts';
import type { SignInDevice } from './devices.ts';
import { spendSecret } from './first-secret-queries.ts';
import { mustEnrol } from './must-enrol.ts';
import { spendQr } from './qr-queries.ts';
import { endSessionOfBrowser, endUnused, findSession, holdSession, inheritPlatform, insertSession, setSeen } from './session-queries.ts';
import type { Proved, SessionTimes } from './session-queries.ts';
import { lockAccount } from './user-queries.ts';

/** Only the hash is stored, so the contents of the database are not enough to sign in. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Why a person may open a session; checked again in the transaction that opens it. */
export type Proof =
  /** The stored hash that the password matched. If it has changed since, no session opens. */
  | { passwordHash: string | null }
  /** The hash of their secret for the first sign-in; it is used up. */
  | { firstSecret: Buffer }
  /** A session that the person already has. */
  | { sessionId: string }
  /** What `spendFactor` uses up says by itself who they are. */
  | { byFactor: true }
  /** A code that they confirmed in a session that they still have; it is used up. */
  | { qrId: string }
  /** Another domain knows who they are. It is asked in the transaction that opens the session, before there is one. */
  | {
      stands: (transaction: Transaction<Tables>, sessionId: string) => Promise<boolean>;
      /** What that domain makes the same proof of, if the person has to give their second factor first. */
      platform: object;
      /** It asked for a second factor itself. */
      asked: boolean;
      /** When the person proved there who they are, which may have been long before. */
      proved: Proved;
    };

/** Uses up what the person gave as their second factor, in the transaction that opens the session. Throws what refuses it. */
export type SpendFactor = (transaction: Transaction<Tables>) => Promise<void>;

export interface NewSession {
  userId: string;
  kind: Caller['sessionKind'];
  /** The name of the browser, whose former session ends; null for clients. */
  browser: string | null;
  /** Where the person signs in; null if another session of theirs opens this one. */
  device: SignInDevice | null;
  agent: string;
  address: string;
}

/**
 * Opens a session. A freeze, an expiration or a new password at the same moment is either noticed here or ends this session too. If there
 * are too many sessions of this kind, the least recently used one ends.
 * Throws USER_FROZEN, USER_EXPIRED, SIGN_IN_NEEDED if the proof is no longer valid, SECOND_FACTOR_NEEDED if the person has one, and neither
 * `spendFactor` nor what the proof comes from has asked for it, and WRONG_PASSWORD where a doubted password signs nobody in.
 */
export async function openSession(
  database: Kysely<Tables>,
  { userId, kind, browser, device, agent, address }: NewSession,
  proof: Proof,
  times: SessionTimes,
  spendFactor: SpendFactor | null = null,
): Promise<{ token: string; id: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  return database.transaction().execute(async (transaction) => {
    const user = await lockAccount(transaction, userId);
    if (user?.frozen) throw new Failure('USER_FROZEN');
    if (user?.expired) throw new Failure('USER_EXPIRED');
    const openerId = await openerOf(transaction, proof);
    const isProved = user && (await isValid(transaction, { userId, sessionId: id, openerId }, proof, user.passwordHash));
    if (!isProved) throw new Failure('SIGN_IN_NEEDED');
    if ('passwordHash' in proof && user.passwordDoubted && !(await isTrusted(transaction, userId, device)))
      throw new Failure('WRONG_PASSWORD');
    if (spendFactor) await spendFactor(transaction);
    else if (user.hasSecondFactor && !hasAsked(proof)) throw new Failure('SECOND_FACTOR_NEEDED');
    if (browser !== null) await endSessionOfBrowser(transaction, browser);
    await endUnused(transaction, userId, kind);
    await enter(transaction, [], { personId: userId });
    const way = wayOf(proof);
    const deviceId = await noteDevice(transaction, { userId, device, way, agent, address, openerId });
    const row = { id, tokenHash: hashOf(token), userId, kind, browser, deviceId, way, agent, address };
    const expiresAt = await insertSession(transaction, row, times, spendFactor ? 'now' : provedIn(proof));
    if (openerId !== null) await inheritPlatform(transaction, openerId, id);
    return { token, id, expiresAt };
  });
}

/** Whether the second factor was asked for where the proof comes from. */
export const hasAsked = (proof: Proof): boolean => 'sessionId' in proof || 'qrId' in proof || ('asked' in proof && proof.asked);

/** Whoever comes with another session proves nothing now: they did when that one was opened, or long ago on their phone. */
const provedIn = (proof: Proof): Proved =>
  'proved' in proof ? proof.proved : 'sessionId' in proof ? { in: proof.sessionId } : 'qrId' in proof ? 'before' : 'now';

function wayOf(proof: Proof): SignInWay {
  if ('passwordHash' in proof || 'firstSecret' in proof) return 'password';
  if ('stands' in proof) return 'platform';
  return 'qrId' in proof ? 'qr' : 'session';
}

/** The session that opens another one: with it comes a client's, and in it a code was confirmed. */
const openerOf = async (transaction: Transaction<Tables>, proof: Proof): Promise<string | null> =>
  'sessionId' in proof ? proof.sessionId : 'qrId' in proof ? findConfirmer(transaction, proof.qrId) : null;

async function isValid(
  transaction: Transaction<Tables>,
  { userId, sessionId, openerId }: { userId: string; sessionId: string; openerId: string | null },
  proof: Proof,
  passwordHash: string | null,
): Promise<boolean> {
  if ('byFactor' in proof) return true;
  if ('passwordHash' in proof) return proof.passwordHash === passwordHash;
  if ('stands' in proof) return proof.stands(transaction, sessionId);
  if ('firstSecret' in proof) return spendSecret(transaction, userId, proof.firstSecret, sessionId);
  if (openerId === null || !(await holdSession(transaction, userId, openerId))) return false;
  return 'sessionId' in proof || spendQr(transaction, userId, proof.qrId);
}

/**
 * The caller of a token, and the milliseconds until the session ends by itself. Null if the token is unknown, the session was idle too long
 * or has ended, or its person is frozen or expired. Uses the database's clock, so that a freeze takes effect at once.
 */
export async function findCaller(
  database: Kysely<Tables>,
  token: string,
  kind: Caller['sessionKind'],
  { times, serviceConfig }: { times: SessionTimes; serviceConfig: ReadServiceConfig },
): Promise<{ caller: Caller; endsInMs: number } | null> {
  const hash = hashOf(token);
  const { passwordTermDays, defaultSpeedLimit, secondFactorFor } = await serviceConfig();
  const row = await findSession(database, hash, kind, { times, passwordTermDays });
  if (!row) return null;
  if (row.stale) await setSeen(database, hash);
  const caller: Caller = {
    userId: row.user_id,
    sessionId: row.id,
    sessionKind: kind,
    accountName: row.account_name,
    realName: row.real_name,
    adminItems: adminItemsOf(row.roles),
    ...(row.must_change_password && { mustChangePassword: true as const }),
    ...(mustEnrol(secondFactorFor, row) && { mustEnrol: true as const }),
    ...(row.must_agree && { mustAgree: true as const }),
    speedLimit: row.speed_limit ?? defaultSpeedLimit,
  };
  return { caller, endsInMs: row.ends_in_ms };
}
