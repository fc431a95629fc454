import type { Call, CallLimit } from '@alcove/contract';
import type { Caller } from './context.ts';
import { Failure } from './failure.ts';

/** Counts a request under the key, for all processes. False if the limit is reached: then it does not count. */
export type CountCall = (key: string, limit: CallLimit) => Promise<boolean>;

/** Counts a request if its call has a limit. Throws TOO_MANY_REQUESTS. */
export async function requireWithinLimit(
  { name, limit }: Call,
  { caller, rateKey }: { caller: Caller | null; rateKey: string },
  countCall: CountCall,
): Promise<void> {
  if (limit === undefined) return;
  const by = limit.per === 'caller' && caller ? caller.userId : rateKey;
  if (await countCall(`${name} ${by}`, limit)) return;
  // Nobody who is refused waits longer than this for the next request.
  throw new Failure('TOO_MANY_REQUESTS', { seconds: Math.ceil(limit.seconds / limit.times) });
}
