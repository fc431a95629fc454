import type { Transaction } from 'kysely';
import type { InstanceId, NoticePerson } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { endLinksOn } from '../links/index.ts';
import { endSharesOn, tellEnded } from '../sharing/index.ts';
import type { EndedShare } from '../sharing/index.ts';
import { chunks } from './chunks.ts';
import type { Pair } from './merge-plan.ts';
import { carryDeleted, carryMarks, retireEmptied } from './merge-queries.ts';
import { deleteGrantsOn } from './place-queries.ts';

/**
 * Removes those of the merged folders that are empty now. No bin shows them, and their rows are deleted a few days later, when nothing
 * refers to them any more (`removeMergedAway`). Their grants and shares end, because the folder that took the content decides who sees it.
 * Their comments and favorites move to that folder, whose tags stay as they are. Items that were deleted in them will be restored to the
 * folder that `home` returns.
 * Returns the ids of the removed folders.
 */
export async function retireFolders(
  transaction: Transaction<Tables>,
  pairs: readonly Pair[],
  home: (pair: Pair) => InstanceId,
  caller: Caller,
): Promise<InstanceId[]> {
  const gone: InstanceId[] = [];
  const ended: EndedShare[] = [];
  const by = { userId: caller.userId, name: caller.realName };
  const byDepth = [...Map.groupBy(pairs, (pair) => pair.depth)].sort(([one], [other]) => other - one);
  for (const [, level] of byDepth)
    for (const some of chunks(level)) {
      const emptied = await retireEmptied(
        transaction,
        some.map(({ id }) => id),
        caller.userId,
      );
      const ids = new Set(emptied);
      ended.push(
        ...(await carryOver(
          transaction,
          some.filter((pair) => ids.has(pair.id)),
          home,
          by,
        )),
      );
      gone.push(...ids);
    }
  await tellEnded(transaction, by, ended);
  return gone;
}

async function carryOver(
  transaction: Transaction<Tables>,
  gone: readonly Pair[],
  home: (pair: Pair) => InstanceId,
  by: NoticePerson,
): Promise<EndedShare[]> {
  const ids = gone.map(({ id }) => id);
  await carryDeleted(
    transaction,
    gone.map((pair) => ({ id: pair.id, intoId: home(pair) })),
  );
  await carryMarks(
    transaction,
    gone.map((pair) => ({ id: pair.id, intoId: pair.into.instanceId })),
  );
  const ended = await endSharesOn(transaction, ids, by);
  await endLinksOn(transaction, ids, { reason: 'merged', by });
  await deleteGrantsOn(transaction, ids);
  return ended;
}
