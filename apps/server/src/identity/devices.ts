/** Whoever signs in where they never did before is asked, on their other devices, whether it was them. */
import type { Transaction } from 'kysely';
import type { calls } from '@alcove/contract';
import type { AnswerOf, RequestOf, SignInWay } from '@alcove/contract';
import { enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { notify, settle } from '../notices/index.ts';
import type { IdentityDeps } from './deps.ts';
import {
  deleteFactorsOf,
  doubtPassword,
  endSessionsOn,
  findDeviceState,
  findVouching,
  forgetDevicesBeyond,
  hasSignedIn,
  lockDevice,
  putDevice,
  refuseDevices,
  setKnown,
} from './device-queries.ts';
import { placesOf } from './place-queries.ts';
import { refuseQrOf } from './qr-queries.ts';
import { endSessionsOf } from './sessions-of.ts';
import { deleteStepsOf } from './sign-in-step-queries.ts';

/** The most devices that are kept of one person. */
const most = 100;
/** For so long, nobody can say on the new device itself that it is theirs. */
const newForDays = 7;

export interface SignInDevice {
  /** The same each time the person signs in here. */
  name: string;
  /** Its cookie says that this account signed in here before devices were kept. */
  known: boolean;
}

interface Opened {
  userId: string;
  device: SignInDevice | null;
  way: SignInWay;
  agent: string;
  address: string;
  /** The session that opens this one. */
  openerId: string | null;
}

/**
 * Remembers where the person signs in. Somebody who signed in elsewhere before is asked about it, unless they confirmed it on a device of
 * theirs. A session that another one opened is on its device. Returns the id of the device.
 */
export async function noteDevice(
  transaction: Transaction<Tables>,
  { userId, device, way, agent, address, openerId }: Opened,
): Promise<string | null> {
  const { deviceId: openedBy, vouches } =
    openerId === null ? { deviceId: null, vouches: false } : await findVouching(transaction, openerId, newForDays);
  if (!device) return openedBy;
  const ifRefused = vouches ? 'known' : 'asked';
  const isFirst = !(await hasSignedIn(transaction, userId));
  const ifUnknown = vouches || isFirst || device.known ? 'known' : 'asked';
  const used = await putDevice(transaction, { userId, name: device.name, ifUnknown, ifRefused, openedBy });
  const { deviceId, fresh } = used;
  if (fresh) await forgetDevicesBeyond(transaction, userId, most);
  if (fresh && used.state === 'asked') {
    const place = (await placesOf(transaction, [address])).get(address) ?? null;
    await notify(transaction, [userId], { kind: 'newDevice', data: { deviceId, agent, address, place, way } }, deviceId);
  }
  return deviceId;
}

/** Whether a password that somebody else may know signs in here. */
export async function isTrusted(transaction: Transaction<Tables>, userId: string, device: SignInDevice | null): Promise<boolean> {
  if (!device) return false;
  const state = await findDeviceState(transaction, userId, device.name);
  return state === 'known' || (state === null && device.known);
}

/**
 * The first second factor ends the person's other sessions, which were opened without one. Added on a new device it ends none: if it is a
 * thief's, its owner still has somewhere to say so.
 */
export async function endSessionsWithoutFactor(
  transaction: Transaction<Tables>,
  { userId, sessionId }: Pick<UserContext['caller'], 'userId' | 'sessionId'>,
): Promise<void> {
  const { vouches } = await findVouching(transaction, sessionId, newForDays);
  if (vouches) await endSessionsOf(transaction, userId, { sessionIds: undefined, exceptId: sessionId });
}

/**
 * The person says whether a sign-in was theirs. If not, everything that it opened ends within a second, with the second factors that were added
 * there, and they must choose a new password. On a new device itself, nobody can say so. Of two answers, the first counts. Throws DEVICE_ANSWERED, DEVICE_ANSWER_ELSEWHERE.
 */
export async function answerDevice(
  { database, forgetSessions }: Pick<IdentityDeps, 'database' | 'forgetSessions'>,
  { deviceId, mine }: RequestOf<typeof calls.user.answerDevice>,
  { caller: { userId, sessionId } }: UserContext,
): Promise<AnswerOf<typeof calls.user.answerDevice>> {
  const answered = await database.transaction().execute(async (transaction) => {
    if ((await lockDevice(transaction, userId, deviceId)) !== 'asked') throw new Failure('DEVICE_ANSWERED');
    const here = await findVouching(transaction, sessionId, newForDays);
    if (!here.vouches || (!mine && here.deviceId === deviceId)) throw new Failure('DEVICE_ANSWER_ELSEWHERE');
    await enter(transaction);
    if (mine) {
      await setKnown(transaction, deviceId);
      await settle(transaction, deviceId);
      return { ended: 0, removed: [] };
    }
    const deviceIds = await refuseDevices(transaction, deviceId);
    for (const id of deviceIds) await settle(transaction, id);
    await refuseQrOf(transaction, userId);
    await deleteStepsOf(transaction, userId);
    await doubtPassword(transaction, userId);
    const removed = await deleteFactorsOf(transaction, userId, deviceIds);
    for (const { factor, name } of removed)
      if (factor !== 'recoveryCode') await notify(transaction, [userId], { kind: 'factorRemoved', data: { by: null, factor, name } });
    return { ended: await endSessionsOn(transaction, deviceIds), removed };
  });
  forgetSessions(userId);
  return answered;
}
