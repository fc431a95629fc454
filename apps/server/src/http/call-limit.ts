import { createHash } from 'node:crypto';
import type { Call, CallLimit } from '@alcove/contract';
import type { Caller } from './context.ts';
import { Failure } from './failure.ts';

/** Counts a request under the keys in turn, for all processes. Returns how many counted it: fewer than all of them if a limit is reached. */
export type CountCall = (counts: readonly { key: string; times: number; seconds: number }[]) => Promise<number>;

interface Sender {
  caller: Caller | null;
  rateKey: () => string;
  /** The field `linkPath` of the query. */
  linkPath: unknown;
}

/** Counts a request if its call has limits. Throws TOO_MANY_REQUESTS. */
export async function requireWithinLimit({ name, limits }: Call, sender: Sender, countCall: CountCall): Promise<void> {
  if (limits.length === 0) return;
  const counted = await countCall(limits.map(({ per, times, seconds }) => ({ key: `${name} ${senderOf(per, sender)}`, times, seconds })));
  const reached = limits[counted];
  // Nobody who is refused waits longer than this for the next request.
  if (reached) throw new Failure('TOO_MANY_REQUESTS', { seconds: Math.ceil(reached.seconds / reached.times) });
}

function senderOf(per: CallLimit['per'], { caller, rateKey, linkPath }: Sender): string {
  if (per === 'link') return `link ${linkMark(caller?.visitor?.linkPath ?? linkPath)}`;
  return per === 'caller' && caller ? caller.userId : rateKey();
}

/** A link that does not exist is counted like one that does: by the hash of whatever was sent. */
const linkMark = (path: unknown): string => createHash('sha256').update(String(path)).digest('base64url');
