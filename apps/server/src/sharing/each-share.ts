import type { ShareOutcome } from '@alcove/contract';
import { limits } from '@alcove/contract';
import { Failure, refusalOf } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';

/** A single id succeeds or throws; of several ids each has an outcome of its own. Throws TOO_MANY_ITEMS. */
export async function eachShare<Id extends string>(
  { one, several }: { one: Id | undefined; several: readonly Id[] | undefined },
  { language }: UserContext,
  work: (id: Id) => Promise<string | null>,
): Promise<ShareOutcome[]> {
  if (one !== undefined) return [{ id: one, done: true, fileSharingId: await work(one) }];
  const ids = [...new Set(several)];
  if (ids.length > limits.sharesPerCall) throw new Failure('TOO_MANY_ITEMS', { limit: limits.sharesPerCall });
  const outcomes: ShareOutcome[] = [];
  for (const id of ids) {
    try {
      outcomes.push({ id, done: true, fileSharingId: await work(id) });
    } catch (error) {
      outcomes.push({ id, done: false, ...refusalOf(error, language) });
    }
  }
  return outcomes;
}
