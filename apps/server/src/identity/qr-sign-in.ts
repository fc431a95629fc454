import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { calls } from '@alcove/contract';
import type { AnswerOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { CallContext, UserContext } from '../http/index.ts';
import { openSession } from './sessions.ts';
import { setSessionCookies } from './sign-in.ts';
import type { SignInDeps } from './sign-in.ts';
import { readCurrentUser } from './user-queries.ts';

/** Binds a code to the browser that drew it: a code that is photographed opens nothing elsewhere. */
const browserCookie = 'alcove_qr';
const lifeSeconds = 120;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export async function generateQrId(database: Kysely<Tables>, context: CallContext): Promise<AnswerOf<typeof calls.user.generateQrId>> {
  const id = randomBytes(24).toString('base64url');
  const browser = randomBytes(24).toString('base64url');
  const { expires_at: expiresAt } = await database
    .insertInto('qr_sign_in')
    .values({
      id,
      browser_hash: hashOf(browser),
      state: 'waiting',
      user_id: null,
      expires_at: sql<Date>`now() + ${lifeSeconds} * interval '1 second'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  context.setCookie(browserCookie, browser, lifeSeconds);
  return { qrId: id, expiresAt: expiresAt.toISOString() };
}

/** A confirmed code signs in once, in the browser that drew it; to anyone else it is expired. */
export async function queryStatusByQrId(
  deps: SignInDeps,
  qrId: string,
  context: CallContext,
): Promise<AnswerOf<typeof calls.user.queryStatusByQrId>> {
  const { database } = deps;
  const mine = hashOf(context.cookie(browserCookie) ?? '');
  const row = await database
    .selectFrom('qr_sign_in')
    .select('state')
    .where('id', '=', qrId)
    .where('browser_hash', '=', mine)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (row?.state === 'waiting' || row?.state === 'scanned') return { status: row.state };
  if (row?.state !== 'confirmed') return { status: 'expired' };
  const used = await database
    .updateTable('qr_sign_in')
    .set({ state: 'used' })
    .where('id', '=', qrId)
    .where('state', '=', 'confirmed')
    .returning('user_id')
    .executeTakeFirst();
  if (!used?.user_id) return { status: 'expired' };
  const user = await database
    .selectFrom('user_account')
    .select(['id', 'account_name'])
    .where('id', '=', used.user_id)
    .where('frozen_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (!user) throw new Failure('USER_FROZEN');
  const session = await openSession(database, user.id, 'browser', deps.sessionTimes);
  setSessionCookies(deps, context, session.token, user.account_name);
  context.setCookie(browserCookie, null);
  return { status: 'confirmed', user: await readCurrentUser(deps, user.id, session.id) };
}

/** The phone scans first (no `accept`), then answers. Throws QR_EXPIRED. */
export async function confirmQr(
  database: Kysely<Tables>,
  input: { qrId: string; accept?: boolean | undefined },
  { caller }: UserContext,
): Promise<null> {
  const next = input.accept === undefined ? 'scanned' : input.accept ? 'confirmed' : 'refused';
  const changed = await database
    .updateTable('qr_sign_in')
    .set({ state: next, user_id: caller.userId })
    .where('id', '=', input.qrId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((where) =>
      where.or([where('state', '=', 'waiting'), where.and([where('state', '=', 'scanned'), where('user_id', '=', caller.userId)])]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Failure('QR_EXPIRED');
  return null;
}
