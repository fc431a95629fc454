import type { FastifyReply, FastifyRequest } from 'fastify';
import { isChange } from '@alcove/contract';
import type { Call } from '@alcove/contract';
import { networkOf } from './address.ts';
import { hasBody } from './body.ts';
import { requireWithinLimit } from './call-limit.ts';
import type { CountCall } from './call-limit.ts';
import { markAsKnown } from './connections.ts';
import { foreignRequest, isForeign } from './context.ts';
import type { AddressUse, Caller } from './context.ts';
import { Failure } from './failure.ts';
import { cookiesOf, sessionTokenOf } from './session-token.ts';
import type { Cookies } from './session-token.ts';
import type { Strangers } from './strangers.ts';

export interface AdmitOptions {
  /** No change is made at the moment, because the system is being moved. */
  isHeld: () => boolean;
  /** Whether somebody may do this from the address. */
  letsIn: (address: string, use: AddressUse) => boolean | Promise<boolean>;
  secureCookie: boolean | 'auto';
  /** Records that a file or a stream was refused to an address. */
  refusedAddress: (of: { address: string; userId: string | null; agent: string; traceId: string }) => Promise<void>;
  /** The caller of a session token, or null. */
  findCaller: (token: string, kind: Caller['sessionKind']) => Promise<Caller | null>;
  /** Whether the session's person proved lately who they are. */
  isProved: (sessionId: string) => Promise<boolean>;
  /** The visitor of a link's token, or null. Links that need a sign-in also need its person in the session. */
  findVisitor: (token: string, person: Caller | null) => Promise<Caller | null>;
  /** The name of the browser if its cookie proves that somebody signed in with it before. */
  knownBrowser: (cookies: Cookies) => string | null;
}

/** What is known about a request before its body is read. */
export interface Admitted {
  cookies: Cookies;
  caller: Caller | null;
  /** What requests without a session are counted by: the known browser, or else the network. */
  rateKey: () => string;
  /** The call succeeded. If only its failures count, this one is not counted. */
  succeeded(): void;
}

/**
 * Decides before the body is read whether a call may be made. Checks, in this order: the marker and origin, the session, the address, the token of a link, whether changes are held, the rate
 * of calls without a session, the content type, and the limit of the call, which costs a statement.
 * Throws MARKER_MISSING, ADDRESS_NOT_ALLOWED, SIGN_IN_NEEDED, LINK_TOKEN_NEEDED, PASSWORD_CHANGE_NEEDED, SECOND_FACTOR_REQUIRED, AGREEMENT_NEEDED,
 * NOT_ALLOWED, PROOF_NEEDED, BEING_MOVED, TOO_MANY_REQUESTS, UNSUPPORTED_CONTENT.
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  {
    strangers,
    countCall,
    whenKnown,
    ...options
  }: AdmitOptions & { strangers: Strangers; countCall: CountCall; whenKnown: (caller: Caller, cookies: Cookies) => void },
): Promise<Admitted> {
  const cookies = cookiesOf(request, reply, options.secureCookie);
  const session = call.fromServers ? null : sessionTokenOf(request, cookies);
  // The seal of a browser is not checked where nothing is counted by it.
  const rateKey = (): string => options.knownBrowser(cookies) ?? networkOf(request.ip);
  const foreign = call.fromServers ? null : foreignRequest(request, session?.kind === 'browser');
  if (foreign) throw new Failure(foreign);
  const person = session && (await options.findCaller(session.token, session.kind));
  if (person && call.caller !== 'visitor') whenKnown(person, cookies);
  const caller = await callerFrom(request, call, person, options);
  if (caller) {
    markAsKnown(request);
    whenKnown(caller, cookies);
  }
  if (call.caller === 'visitor' && caller === null) throw new Failure('LINK_TOKEN_NEEDED');
  if (call.caller !== 'anyone' && caller === null) throw new Failure('SIGN_IN_NEEDED');
  if (call.caller !== 'anyone' && caller?.mustChangePassword && !call.withGivenPassword) throw new Failure('PASSWORD_CHANGE_NEEDED');
  const isHeldBack = (call.caller === 'user' || call.caller === 'administrator') && !call.withGivenPassword && !call.beforeEnrolling;
  if (isHeldBack && caller?.mustEnrol) throw new Failure('SECOND_FACTOR_REQUIRED');
  if (isHeldBack && caller?.mustAgree && !call.beforeAgreeing) throw new Failure('AGREEMENT_NEEDED');
  if (call.caller === 'administrator' && !(call.adminItem && caller?.adminItems.includes(call.adminItem))) throw new Failure('NOT_ALLOWED');
  if (call.freshProof && caller && !(await options.isProved(caller.sessionId))) throw new Failure('PROOF_NEEDED');
  if (isChange(call) && options.isHeld()) throw new Failure('BEING_MOVED');
  const uncount = caller === null ? strangers.count(call, rateKey()) : null;
  if (call.fieldsIn !== 'query' && request.method === 'POST') requireContentType(request, call.fieldsIn);
  await requireWithinLimit(call, { caller, rateKey, linkPath: (request.query as { linkPath?: unknown }).linkPath }, countCall);
  return { cookies, caller, rateKey, succeeded: () => void (call.countsFailures && uncount?.()) };
}

/** The same for requests outside the envelope. Throws MARKER_MISSING, ADDRESS_NOT_ALLOWED, SIGN_IN_NEEDED, PASSWORD_CHANGE_NEEDED, SECOND_FACTOR_REQUIRED, AGREEMENT_NEEDED. */
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
  await requireLetInFor(request, { area: null, userId: caller.userId }, options);
  if (caller.mustChangePassword) throw new Failure('PASSWORD_CHANGE_NEEDED');
  // An open page hears of its own stream that there is something to accept.
  if (mayBeForeign && caller.mustEnrol) throw new Failure('SECOND_FACTOR_REQUIRED');
  if (mayBeForeign && caller.mustAgree) throw new Failure('AGREEMENT_NEEDED');
  markAsKnown(request);
  return { cookies, caller };
}

/** For files that whoever has their address may fetch. `callerOf` tells from the address who that is. Throws ADDRESS_NOT_ALLOWED, LINK_TOKEN_NEEDED. */
export async function admitByTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  { callerOf, ...options }: AdmitOptions & { callerOf: (person: Caller | null) => Promise<Caller | null> },
): Promise<{ cookies: Cookies; caller: Caller }> {
  const cookies = cookiesOf(request, reply, options.secureCookie);
  const session = sessionTokenOf(request, cookies);
  const person = session && (await options.findCaller(session.token, session.kind));
  await requireLetInFor(request, { area: 'links', userId: null }, options);
  const caller = await callerOf(await besideVisit(request, person, options));
  if (caller === null) throw new Failure('LINK_TOKEN_NEEDED');
  markAsKnown(request);
  return { cookies, caller };
}

/** The token of a link travels in a header of its own, never in an address. */
async function visitorOf({ headers }: FastifyRequest, person: Caller | null, find: AdmitOptions['findVisitor']): Promise<Caller | null> {
  const token = headers['x-share-token'];
  if (typeof token !== 'string' || !/^[\w-]{20,200}$/.test(token)) return null;
  return find(token, person);
}

/** Throws ADDRESS_NOT_ALLOWED. */
async function requireLetIn({ ip }: FastifyRequest, use: AddressUse, { letsIn }: Pick<AdmitOptions, 'letsIn'>): Promise<void> {
  const judged = letsIn(ip, use);
  if (!(typeof judged === 'boolean' ? judged : await judged)) throw new Failure('ADDRESS_NOT_ALLOWED', { address: ip });
}

/** The same for what is no call, and so has no entry of its own in the audit log. */
async function requireLetInFor(request: FastifyRequest, use: AddressUse, options: AdmitOptions): Promise<void> {
  const { ip: address, id: traceId, headers } = request;
  await requireLetIn(request, use, options).catch(async (error: unknown) => {
    await options.refusedAddress({ address, userId: use.userId, agent: headers['user-agent'] ?? '', traceId });
    throw error;
  });
}

/** Who is signed in beside a visit. From an address where they are not let in, they visit as nobody: a link may let anybody in. */
async function besideVisit(
  { ip }: FastifyRequest,
  person: Caller | null,
  { letsIn }: Pick<AdmitOptions, 'letsIn'>,
): Promise<Caller | null> {
  if (person === null || person.mustChangePassword || person.mustEnrol) return null;
  return (await letsIn(ip, { area: null, userId: person.userId })) ? person : null;
}

/** Who makes the call, from where they may make it. Throws ADDRESS_NOT_ALLOWED. */
async function callerFrom(request: FastifyRequest, call: Call, person: Caller | null, options: AdmitOptions): Promise<Caller | null> {
  if (call.area === 'any') return person;
  if (call.caller === 'user' || call.caller === 'administrator') {
    const area = call.caller === 'administrator' ? 'administration' : (call.area ?? null);
    await requireLetIn(request, { area, userId: person?.userId ?? null }, options);
    return person;
  }
  const area = call.caller === 'visitor' ? 'links' : (call.area ?? null);
  await requireLetIn(request, { area, userId: null }, options);
  if (call.caller === 'visitor') return visitorOf(request, await besideVisit(request, person, options), options.findVisitor);
  return person !== null && (await options.letsIn(request.ip, { area: null, userId: person.userId })) ? person : null;
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

function requireContentType({ headers, raw }: FastifyRequest, fieldsIn: keyof typeof contentTypes): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const none = type === undefined && !hasBody(raw) && fieldsIn !== 'multipart';
  if (type !== contentTypes[fieldsIn] && !none) throw new Failure('UNSUPPORTED_CONTENT');
}
