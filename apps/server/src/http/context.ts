import type { FastifyRequest } from 'fastify';
import type { AdminItem, AllowlistObject, FailureCode, FileRole, InstanceId, Language } from '@alcove/contract';
import type { Cookies } from './session-token.ts';

/** The caller, determined by the session alone, never by a header or a field. */
export interface Caller {
  userId: string;
  sessionId: string;
  /** How the session was opened; a 'client' sends a bearer token. */
  sessionKind: 'browser' | 'client';
  /** The received internal share through which the call reaches its items: only this share then gives permissions. */
  fileSharingId?: string;
  /** Only for visitors of an external link, whose `userId` is the id of the visitor and no account. */
  visitor?: Visitor;
  /** Only where an administrator looks into one item, for a reason that they gave: nothing else of theirs then counts. */
  look?: { lookId: string };
  accountName: string;
  realName: string;
  /** The administration items of their roles. */
  adminItems: readonly AdminItem[];
  /** An administrator knows their password, or it is too old: only calls `withGivenPassword` are answered until it is changed. */
  mustChangePassword?: true;
  /** The company published a version of the agreements that they have not accepted: as above, and calls `beforeAgreeing`. */
  mustAgree?: true;
  /** The company asks them for a second factor, and they have none: only calls `withGivenPassword` and `beforeEnrolling` are answered. */
  mustEnrol?: true;
  /** Bytes per second, or null for no limit. */
  speedLimit: number | null;
}

/** Somebody who came through an external link: whatever they may do comes from this link alone. */
export interface Visitor {
  linkId: string;
  linkPath: string;
  /** Who made the link, and in whose name its visitors upload. */
  creatorId: string;
  /** The colleague who is signed in beside it. Their own permissions count only where they save something to their own drive. */
  person: Caller | null;
  /** The visit needs this colleague's session, and ends with it. */
  needsPerson: boolean;
  /** Only its creator visits a link that is being verified: what the link is going to give, because it has no grant yet. */
  proposed?: ProposedGrant;
}

export interface ProposedGrant {
  instanceId: InstanceId;
  role: FileRole;
  grantorId: string;
}

/** The person whose permissions are checked, and the share or the look they use, or the visitor of a link. */
export interface Asker extends Pick<Caller, 'userId' | 'fileSharingId' | 'look'> {
  visitor?: Pick<Visitor, 'linkId' | 'proposed'>;
}

/** In whose name something is made or changed: a visitor does it in the name of the link's creator. */
export interface Maker {
  userId: string;
  visitorId: string | null;
}

export const makerOf = ({ userId, visitor }: Pick<Caller, 'userId' | 'visitor'>): Maker =>
  visitor ? { userId: visitor.creatorId, visitorId: userId } : { userId, visitorId: null };

/** What somebody does from an address. */
export interface AddressUse {
  /** The part of the product that they use. Null: any. */
  area: Extract<AllowlistObject, 'administration' | 'signIn' | 'links'> | null;
  /** Who is signed in. */
  userId: string | null;
}

const visitorsPart = 'link';

/** For whom an address of the store is signed. It says what the holder does there, see `addressUseOf`. */
export const holderOf = ({ userId, visitor }: Pick<Caller, 'userId' | 'visitor'>): string =>
  visitor ? [visitorsPart, userId, (visitor.needsPerson && visitor.person?.userId) || []].flat().join('.') : userId;

/** What the holder of a signed address does, from what `holderOf` wrote. */
export function addressUseOf(holder: string | undefined): AddressUse {
  const [first = '', , person = null] = (holder ?? '').split('.');
  return first === visitorsPart ? { area: 'links', userId: person } : { area: null, userId: first || null };
}

/** What a use case may know about its request besides the fields. */
export interface CallContext extends Cookies {
  caller: Caller | null;
  language: Language;
  traceId: string;
  /** The client's address. Taken from a proxy's header only if that proxy is configured. */
  ip: string;
  /** What attempts are counted by: the known browser, or else the network. */
  rateKey: () => string;
  /** The User-Agent; its first 300 characters. */
  agent: string;
  /** A header of the request, by its name in lower case. */
  header(name: string): string | undefined;
  /** The site's origin as the browser sees it, such as `https://drive.example`. */
  origin: string;
}

export type UserContext = CallContext & { caller: Caller };

/** The caller, restricted to the internal share that the fields name, if they name one. */
export const through = (caller: Caller, { fileSharingId }: { fileSharingId?: string | undefined }): Caller =>
  fileSharingId === undefined ? caller : { ...caller, fileSharingId };

/** The first supported language of Accept-Language, or Chinese. */
export function languageOf(header: string | undefined): Language {
  for (const range of (header ?? '').toLowerCase().split(',')) {
    const tag = range.trim().split(';')[0] ?? '';
    if (tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en-US';
  }
  return 'zh-CN';
}

/** From `Host` alone, which a proxy must pass on. Anyone can set `X-Forwarded-Host`. */
export const originOf = ({ protocol, headers }: FastifyRequest): string => `${protocol}://${headers.host ?? ''}`;

/**
 * Why a request does not come from our own pages, or null. Every call that changes something and every call with a session cookie needs the
 * marker header, which other sites cannot send without a preflight, and no foreign Origin.
 */
export function foreignRequest(request: FastifyRequest, cookieSigned: boolean): FailureCode | null {
  const { headers } = request;
  if (request.method === 'GET' && !cookieSigned) return null;
  if (headers['x-requested-with'] !== 'XMLHttpRequest') return 'MARKER_MISSING';
  return isForeign(request) ? 'MARKER_MISSING' : null;
}

/** Whether the browser reports that a page of another site sent the request. */
export function isForeign(request: FastifyRequest): boolean {
  const { headers } = request;
  if (headers.origin !== undefined && headers.origin !== originOf(request)) return true;
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
