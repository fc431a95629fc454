import { createHash, randomBytes } from 'node:crypto';
import type { calls } from '@alcove/contract';
import type { AnswerOf, QrBrowser } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { CallContext, UserContext } from '../http/index.ts';
import type { IdentityDeps } from './deps.ts';
import { placesOf } from './place-queries.ts';
import { findQr, insertQr, setQrState } from './qr-queries.ts';
import { signInAs } from './sign-in-as.ts';

/** Binds a code to the browser that requested it: a photographed code opens nothing elsewhere. */
const browserCookie = 'alcove_qr';
const lifeSeconds = 120;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Throws QR_OFF. */
async function requireQr({ serviceConfig }: Pick<IdentityDeps, 'serviceConfig'>): Promise<void> {
  if (!(await serviceConfig()).qrSignIn) throw new Failure('QR_OFF');
}

/** Throws QR_OFF. */
export async function generateQrId(deps: IdentityDeps, context: CallContext): Promise<AnswerOf<typeof calls.user.generateQrId>> {
  await requireQr(deps);
  const id = randomBytes(24).toString('base64url');
  const browser = randomBytes(24).toString('base64url');
  const expiresAt = await insertQr(deps.database, {
    id,
    browserHash: hashOf(browser),
    agent: context.agent,
    address: context.ip,
    lifeSeconds,
  });
  context.setCookie(browserCookie, browser, lifeSeconds);
  return { qrId: id, expiresAt: expiresAt.toISOString(), secondsLeft: lifeSeconds };
}

/** A confirmed code signs in once, in the browser that requested it. For any other browser it is expired. Throws QR_OFF, and what each sign-in throws. */
export async function queryStatusByQrId(
  deps: IdentityDeps,
  qrId: string,
  context: CallContext,
): Promise<AnswerOf<typeof calls.user.queryStatusByQrId>> {
  const { database } = deps;
  await requireQr(deps);
  const mine = hashOf(context.cookie(browserCookie) ?? '');
  const row = await findQr(database, qrId, mine);
  if (row?.frozen) throw new Failure('USER_FROZEN');
  if (row?.expired) throw new Failure('USER_EXPIRED');
  if (row?.state === 'waiting' || row?.state === 'scanned' || row?.state === 'refused') return { status: row.state };
  if (row?.state !== 'confirmed' || row.id === null || row.account_name === null) return { status: 'expired' };
  const signingIn = { userId: row.id, accountName: row.account_name, welcomed: row.welcomed };
  const user = await signInAs(deps, { user: signingIn, kind: 'browser', proof: { qrId } }, context).catch((error: unknown) => {
    // Another request has used it, or the password changed since it was confirmed.
    if (error instanceof Failure && error.code === 'SIGN_IN_NEEDED') return null;
    throw error;
  });
  if (!user) return { status: 'expired' };
  context.setCookie(browserCookie, null);
  return { status: 'confirmed', user };
}

/** The phone first scans (no `accept`), then answers. Throws QR_EXPIRED, QR_OFF. */
export async function confirmQr(
  deps: IdentityDeps,
  input: { qrId: string; accept?: boolean | undefined },
  { caller }: UserContext,
): Promise<QrBrowser> {
  await requireQr(deps);
  const next = input.accept === undefined ? 'scanned' : input.accept ? 'confirmed' : 'refused';
  const browser = await setQrState(deps.database, input.qrId, caller, next);
  if (!browser) throw new Failure('QR_EXPIRED');
  const { createdAt, ...asks } = browser;
  const places = await placesOf(deps.database, [asks.address]);
  return { ...asks, place: places.get(asks.address) ?? null, createTime: createdAt.toISOString() };
}
