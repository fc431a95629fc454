import type { FastifyRequest } from 'fastify';
import type { FailureCode, Language } from '@alcove/contract';
import type { Cookies } from './session-token.ts';

/** Who makes the call: decided by the session alone, never by a header or a field. */
export interface Caller {
  userId: string;
  sessionId: string;
  /** How the session was opened; 'client' comes as a bearer token. */
  sessionKind: 'browser' | 'client';
  /** The received internal share that the call goes through: the right to what it names comes from there alone. */
  fileSharingId?: string;
  accountName: string;
  realName: string;
  adminRole: 'administrator' | null;
  /** Bytes per second, or null. */
  speedLimit: number | null;
}

/** Of whom it is asked what they may do, and through which share. */
export type Asker = Pick<Caller, 'userId' | 'fileSharingId'>;

/** What a use case may know of its request besides the fields. */
export interface CallContext extends Cookies {
  caller: Caller | null;
  language: Language;
  traceId: string;
  /** The caller's address; from a proxy only where one is configured. */
  ip: string;
  /** What attempts are counted by: a browser that is known from an earlier sign-in, else the address. */
  rateKey: string;
  /** What the browser or client calls itself; its first 300 characters. */
  agent: string;
  /** Origin of the site as the browser sees it, such as `https://drive.example`. */
  origin: string;
}

export type UserContext = CallContext & { caller: Caller };

/** The caller as the fields of a call, or of one of several in a call, let them act: within the internal share that these name. */
export const through = (caller: Caller, { fileSharingId }: { fileSharingId?: string | undefined }): Caller =>
  fileSharingId === undefined ? caller : { ...caller, fileSharingId };

/** The first language of Accept-Language that the product speaks; Chinese when none is. */
export function languageOf(header: string | undefined): Language {
  for (const range of (header ?? '').toLowerCase().split(',')) {
    const tag = range.trim().split(';')[0] ?? '';
    if (tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en-US';
  }
  return 'zh-CN';
}

/** By `Host` alone, which a proxy has to pass on; a name in `X-Forwarded-Host` may be anybody's. */
export const originOf = ({ protocol, headers }: FastifyRequest): string => `${protocol}://${headers.host ?? ''}`;

/**
 * Why a request does not come from our own pages, or null. Every state-changing call and every call that a cookie signs
 * needs the marker that other sites cannot send without asking, and no foreign Origin.
 */
export function foreignRequest(request: FastifyRequest, cookieSigned: boolean): FailureCode | null {
  const { headers } = request;
  if (request.method === 'GET' && !cookieSigned) return null;
  if (headers['x-requested-with'] !== 'XMLHttpRequest') return 'MARKER_MISSING';
  return isForeign(request) ? 'MARKER_MISSING' : null;
}

/** Whether the browser says that a page of another site asks. */
export function isForeign(request: FastifyRequest): boolean {
  const { headers } = request;
  if (headers.origin !== undefined && headers.origin !== originOf(request)) return true;
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
