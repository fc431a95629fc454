import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { endSharesOn } from '../sharing/index.ts';
import { chunks } from './chunks.ts';
import type { Pair } from './merge-plan.ts';
import { carryDeleted, carryMarks, putAwayEmptied } from './merge-queries.ts';
import { deleteGrantsOn } from './place-queries.ts';

/**
 * The folders whose content came into others, and that hold nothing any more, are no items of their own from now on: no bin shows them,
 * and their rows go a few days later, when nothing points to them (`removeMergedAway`). Their grants and shares end with them, for who
 * sees the content now is for the folder that it came into to say; their comments and stars go on to that one, its tags are its own.
 * What was deleted in them is restored to `home` of each. Answers which went.
 */
export async function goAway(
  transaction: Transaction<Tables>,
  pairs: readonly Pair[],
  home: (pair: Pair) => string,
  caller: Caller,
): Promise<string[]> {
  const gone: string[] = [];
  const byDepth = [...Map.groupBy(pairs, (pair) => pair.depth)].sort(([one], [other]) => other - one);
  for (const [, level] of byDepth)
    for (const some of chunks(level)) {
      const emptied = await putAwayEmptied(
        transaction,
        some.map(({ id }) => id),
        caller.userId,
      );
      const ids = new Set(emptied);
      await carryOver(
        transaction,
        some.filter((pair) => ids.has(pair.id)),
        home,
        caller,
      );
      gone.push(...ids);
    }
  return gone;
}

async function carryOver(
  transaction: Transaction<Tables>,
  gone: readonly Pair[],
  home: (pair: Pair) => string,
  caller: Caller,
): Promise<void> {
  const ids = gone.map(({ id }) => id);
  await carryDeleted(
    transaction,
    gone.map((pair) => ({ id: pair.id, intoId: home(pair) })),
  );
  await carryMarks(
    transaction,
    gone.map((pair) => ({ id: pair.id, intoId: pair.into.instanceId })),
  );
  await endSharesOn(transaction, ids, { userId: caller.userId, name: caller.realName });
  await deleteGrantsOn(transaction, ids);
}
