import { failures } from '@alcove/contract';
import { networkOf } from '../http/index.ts';
import { noObject } from './entry.ts';
import type { Facts } from './entry.ts';

/** Whether the refusal of this address to this caller has no entry yet. */
export type IsNewRefusal = (of: { caller: string | null; address: string }) => boolean;

const everyMs = 60_000;
const mostKnown = 10_000;
/** Entries of strangers in a minute, from however many addresses. */
const mostStrangers = 200;

/** One entry a minute for each caller and address, so that nobody fills the log. IPv6 addresses of one network count as one. */
export function newRefusals(now: () => number = () => performance.now()): IsNewRefusal {
  let known = new Map<string, number>();
  let strangers = { since: -Infinity, count: 0 };
  const isStrangersTurn = (at: number): boolean => {
    if (at - strangers.since >= everyMs) strangers = { since: at, count: 0 };
    strangers.count += 1;
    return strangers.count <= mostStrangers;
  };
  return ({ caller, address }) => {
    const at = now();
    const key = `${caller ?? ''} ${networkOf(address)}`;
    const before = known.get(key);
    if (before !== undefined && at - before < everyMs) return false;
    if (caller === null && !isStrangersTurn(at)) return false;
    if (known.size >= mostKnown) known = new Map([...known].filter(([, since]) => at - since < everyMs).slice(-mostKnown / 2));
    known.set(key, at);
    return true;
  };
}

/** What is not asked for by a call: a file, a stream, or an address of the store. */
export const factsOfRefused = (address: string, personId: string | null, agent: string | null, traceId: string): Facts => ({
  deed: 'read',
  action: 'system.refuseAddress',
  actorKind: personId === null ? 'unknown' : 'person',
  personId,
  actorName: null,
  address,
  device: null,
  agent,
  traceId,
});

export const refusedAddress = noObject(failures.ADDRESS_NOT_ALLOWED.errcode);
