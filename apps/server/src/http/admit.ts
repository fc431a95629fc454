import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '@alcove/contract';
import { placeOf } from './address.ts';
import { hasBody } from './body.ts';
import { isOfSomebodyKnown } from './connections.ts';
import { foreignRequest, isForeign } from './context.ts';
import type { Caller } from './context.ts';
import { Failure } from './failure.ts';
import { cookiesOf, sessionTokenOf } from './session-token.ts';
import type { Cookies } from './session-token.ts';
import type { Strangers } from './strangers.ts';

export interface AdmitOptions {
  secureCookie: boolean | 'auto';
  /** Whom a session token belongs to, or null. */
  findCaller: (token: string, kind: Caller['sessionKind']) => Promise<Caller | null>;
  /** A name for the browser, where it proves that somebody signed in with it before. */
  knownBrowser: (cookies: Cookies) => string | null;
}

/** What is known of a request before any of its body is read. */
export interface Admitted {
  cookies: Cookies;
  caller: Caller | null;
  /** What strangers are counted by: the known browser, else the address. */
  place: string;
  /** The call succeeded: it does not count where only failures do. */
  succeeded(): void;
}

/**
 * Whether a call may be made at all: by how often strangers come from there, by the marker and origin, by the session, and by
 * what it says of its body; in this order, and before the body is read.
 * Throws MARKER_MISSING, TOO_MANY_REQUESTS, SIGN_IN_NEEDED, NOT_ALLOWED, UNSUPPORTED_CONTENT.
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  { strangers, ...options }: AdmitOptions & { strangers: Strangers },
): Promise<Admitted> {
  const cookies = cookiesOf(request, reply, options.secureCookie);
  const session = sessionTokenOf(request, cookies);
  const place = options.knownBrowser(cookies) ?? placeOf(request.ip);
  const foreign = foreignRequest(request, session?.kind === 'browser');
  if (foreign) throw new Failure(foreign);
  const caller = session && (await options.findCaller(session.token, session.kind));
  if (caller) isOfSomebodyKnown(request);
  if (call.caller !== 'anyone' && caller === null) throw new Failure('SIGN_IN_NEEDED');
  if (call.caller === 'administrator' && caller?.adminRole !== 'administrator') throw new Failure('NOT_ALLOWED');
  const uncount = caller === null ? strangers.count(call, place) : null;
  if (call.fieldsIn !== 'query' && request.method === 'POST') requireContentType(request, call.fieldsIn);
  return { cookies, caller, place, succeeded: () => void (call.countsFailures && uncount?.()) };
}

/** The same for what is outside the envelope. Throws MARKER_MISSING, SIGN_IN_NEEDED. */
export async function admitSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { mayBeForeign, ...options }: AdmitOptions & { mayBeForeign: boolean },
): Promise<{ cookies: Cookies; caller: Caller }> {
  if (!mayBeForeign && isForeign(request)) throw new Failure('MARKER_MISSING');
  const cookies = cookiesOf(request, reply, options.secureCookie);
  const session = sessionTokenOf(request, cookies);
  const caller = session && (await options.findCaller(session.token, session.kind));
  if (caller === null) throw new Failure('SIGN_IN_NEEDED');
  isOfSomebodyKnown(request);
  return { cookies, caller };
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

function requireContentType({ headers, raw }: FastifyRequest, fieldsIn: keyof typeof contentTypes): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const none = type === undefined && !hasBody(raw) && fieldsIn !== 'multipart';
  if (type !== contentTypes[fieldsIn] && !none) throw new Failure('UNSUPPORTED_CONTENT');
}
