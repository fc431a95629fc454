import { setTimeout } from 'node:timers/promises';
import type { LookupFunction } from 'node:net';
import { OutgoingError } from './outgoing-error.ts';
import { send } from './request.ts';
import type { OutgoingAnswer, OutgoingRequest } from './request.ts';
import { judgedLookup, resolveBySystem } from './resolve.ts';
import type { JudgeOptions } from './resolve.ts';

/** Work that calls other servers takes at most this long. If it fails, it takes exactly this long. */
const withinMs = 10_000;
/** No document that we ask for is larger. */
const mostBytes = 256 * 1024;

/** Sends a request to an address that somebody typed in. Throws OutgoingError, whatever happened. */
export type Ask = (address: string, request?: OutgoingRequest) => Promise<OutgoingAnswer>;

export interface Outgoing {
  /**
   * Runs work that calls addresses. A failure tells nothing of what is there: it comes after the same time, whether nothing listens,
   * something else answers or nobody does. Throws OutgoingError if there is no answer in time.
   */
  inTime<Result>(work: (ask: Ask, signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** For a connection that is not HTTP. Throws OutgoingError. */
  lookupFor(host: string, port: number): Promise<LookupFunction>;
  /** The operator accepted calls without TLS. */
  withoutTls: boolean;
}

export interface OutgoingOptions extends Omit<JudgeOptions, 'resolve'> {
  /** The operator accepted calls without TLS. */
  http: boolean;
  /** For tests. */
  resolve?: JudgeOptions['resolve'];
  withinMs?: number | undefined;
}

/** The one way out of this server to addresses that somebody typed in. */
export function openOutgoing({ http, resolve = resolveBySystem, withinMs: ms = withinMs, ...judge }: OutgoingOptions): Outgoing {
  const lookupFor = (host: string, port: number): Promise<LookupFunction> => judgedLookup(host, port, { ...judge, resolve });

  return {
    lookupFor,
    withoutTls: http,
    async inTime(work) {
      const answered = new AbortController();
      const over = setTimeout(ms, undefined, { signal: answered.signal });
      const signal = AbortSignal.timeout(ms);
      const ask: Ask = async (address, request = {}) => {
        const url = callable(address, http);
        return send(url, request, { lookup: await lookupFor(url.hostname, portOf(url)), mostBytes, signal });
      };
      try {
        const answer = await Promise.race([work(ask, signal), over.then(() => Promise.reject(new OutgoingError('no answer in time')))]);
        answered.abort();
        return answer;
      } catch (error) {
        await over;
        throw error;
      }
    },
  };
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** Throws OutgoingError. */
function callable(address: string, http: boolean): URL {
  const url = URL.parse(address);
  const isSchemeOpen = url?.protocol === 'https:' || (http && url?.protocol === 'http:');
  if (!url || !isSchemeOpen || url.username !== '' || url.password !== '') throw new OutgoingError('the address may not be called');
  return url;
}
