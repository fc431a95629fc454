import type { Transaction } from 'kysely';
import type { NoticePerson, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { authoriseEach, ownItemsAt, removeGrants, sharingAsks } from '../permission/index.ts';
import { changeInitiator, lockSharesOf } from './pass-on-queries.ts';
import type { OwnShare } from './pass-on-queries.ts';
import { deleteShare, membersOf } from './sharing-queries.ts';
import { tellTaken } from './tell-people.ts';

interface PassedOn {
  fromId: string;
  /** Null: the shares end. */
  toId: string | null;
  by: NoticePerson;
  /** Only shares of items in this space, which `toId` owns. */
  spaceId?: SpaceId;
}

/**
 * Makes somebody else the initiator of a person's shares. Recipients keep what they have. A share of an item that the other person may not
 * share ends, because it would give nothing any more.
 */
export async function passOnShares(
  transaction: Transaction<Tables>,
  { fromId, toId, by, spaceId }: PassedOn,
): Promise<{ passed: number; ended: number }> {
  const shares = await lockSharesOf(transaction, fromId, spaceId ?? null);
  const kept =
    toId === null
      ? new Set<string>()
      : spaceId === undefined
        ? await sharableBy(transaction, toId, shares)
        : new Set(shares.map(({ id }) => id));
  const ending = shares.filter(({ id }) => !kept.has(id));
  for (const share of ending) await end(transaction, share, fromId, by);
  if (toId !== null && kept.size > 0) {
    const reached = await membersOf(transaction, [...kept], 200);
    await changeInitiator(transaction, [...kept], toId);
    const people = reached.flatMap(({ kind, id }) => (kind === 'person' ? [id] : []));
    await publish(transaction, [{ to: [...new Set([toId, ...people])], event: 'sharingChanged' }]);
  }
  return { passed: kept.size, ended: ending.length };
}

/** By their own rights: what they have through a share cannot be shared again. */
async function sharableBy(transaction: Transaction<Tables>, userId: string, shares: readonly OwnShare[]): Promise<Set<string>> {
  const ids = [...new Set(shares.map(({ instanceId }) => instanceId))];
  const judged = await authoriseEach(transaction, { userId }, ids, 'list');
  const may = ids.filter((id) => {
    const verdict = judged.get(id);
    return verdict !== undefined && !(verdict instanceof Error) && ownItemsAt(verdict.place).includes(sharingAsks);
  });
  const allowed = new Set(may);
  return new Set(shares.flatMap(({ id, instanceId }) => (allowed.has(instanceId) ? [id] : [])));
}

async function end(transaction: Transaction<Tables>, share: OwnShare, initiatorId: string, by: NoticePerson): Promise<void> {
  const taken = await membersOf(transaction, [share.id]);
  await removeGrants(transaction, share.id);
  await deleteShare(transaction, share.id);
  const instance = { instanceId: share.instanceId, name: share.name };
  await tellTaken(transaction, { actor: by, initiatorId, instance, taken, left: [] });
}
