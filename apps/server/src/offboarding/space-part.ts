import type { Transaction } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { adoptSpace } from '../move-copy/index.ts';
import { passOnShares } from '../sharing/index.ts';
import { personalSpaces } from '../spaces/index.ts';
import type { PersonalSpace } from '../spaces/index.ts';
import { endUploadsUnder } from '../upload/index.ts';
import { isEmpty } from './facts-queries.ts';
import { findOffboarding, setPassed } from './offboarding-queries.ts';
import { sizeText } from './offboarding-rules.ts';
import { addStep, asPart, requireOfficer, requireSuccessor } from './part.ts';
import type { OffboardingRun, PartDeps } from './part.ts';
import { deleteGrantsIn } from './sweep-queries.ts';
import type { OffboardingItem } from './task-kind.ts';

/** After it, the offboarding cannot be canceled any more. */
export async function passOnSpace(deps: PartDeps, run: OffboardingRun, index: number, item: OffboardingItem): Promise<void> {
  const { space: toId } = run.input.successors;
  if (typeof toId !== 'string') return closeSpace(deps, run, index, item, toId === null);
  const [target] = await personalSpaces(deps.database, [toId]);
  if (!target) throw new Failure('OFFBOARD_SUCCESSOR_WRONG');
  try {
    await handOverSpace(deps, run, index, target);
  } catch (error) {
    throw error instanceof Failure && error.code === 'SPACE_NOT_ENOUGH' ? await noRoom(deps, run, target, error) : error;
  }
}

async function noRoom({ database }: PartDeps, run: OffboardingRun, target: PersonalSpace, cause: Failure): Promise<Failure> {
  const [[own], [now]] = [await personalSpaces(database, [run.input.userId]), await personalSpaces(database, [target.ownerId])];
  const missing = Math.max(0, own!.usedBytes - (now!.freeBytes ?? 0));
  return new Failure('OFFBOARD_NO_ROOM', { size: sizeText(missing) }, cause);
}

/** Everything goes into a folder of the successor, and their shares with it. */
async function handOverSpace({ database, changes }: PartDeps, run: OffboardingRun, index: number, target: PersonalSpace): Promise<void> {
  const { userId, space, folderName } = run.input;
  const { ownerId } = target;
  const adopted = await adoptSpace(
    database,
    { from: space, to: target, folderName },
    {
      begin: () => run.begin(index),
      advance: run.advance,
      charge: run.charge,
      finish: async (transaction, { files, bytes }) => {
        const by = await requireOfficer(transaction, run.ownerId);
        await requireSuccessor(transaction, ownerId);
        await requireNotRemoved(transaction, userId);
        const shares = await passOnShares(transaction, { fromId: userId, toId: ownerId, by, spaceId: target.spaceId });
        await setPassed(transaction, userId, null);
        const counts = { files, bytes, shares: shares.passed };
        await addStep(transaction, run, { part: 'space', counts, successorId: files + bytes > 0 ? ownerId : null, outcome: 'done' });
        await run.finish(transaction, index, { part: 'space' });
      },
    },
  );
  if (!adopted.folder) return;
  const place = { spaceId: target.spaceId, spaceKind: spaceKinds.personal, spaceOwnerId: ownerId };
  changes.listChanged(place, [target.rootId]);
  changes.storageChanged(place);
}

/** A kept space whose term ended is being removed. */
async function requireNotRemoved(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const row = await findOffboarding(transaction, userId, { lock: true });
  if (!row || row.removingAt !== null) throw new Failure('OFFBOARD_NOT_FOUND');
}

/** The space is readable to nobody. `keeps`: its content is removed after the term; otherwise it is empty. */
const closeSpace = (deps: PartDeps, run: OffboardingRun, index: number, item: OffboardingItem, keeps: boolean): Promise<void> =>
  asPart(deps, run, index, item, async (transaction, by) => {
    const { userId, space } = run.input;
    const { leaverSpaceDays } = await deps.serviceConfig();
    await endUploadsUnder(transaction, { spaceId: space.spaceId });
    const { ended } = await passOnShares(transaction, { fromId: userId, toId: null, by, spaceId: space.spaceId });
    await deleteGrantsIn(transaction, space.spaceId);
    const kept = keeps && !(await isEmpty(transaction, space.rootId));
    await setPassed(transaction, userId, kept ? leaverSpaceDays : null);
    const bytes = await usedBy(transaction, userId);
    return { counts: { bytes, sharesEnded: ended }, successorId: null, outcome: kept ? 'kept' : 'done' };
  });

async function usedBy(transaction: Transaction<Tables>, userId: string): Promise<number> {
  const [space] = await personalSpaces(transaction, [userId]);
  return space!.usedBytes;
}
