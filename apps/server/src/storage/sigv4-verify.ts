/** Verifies a request's signature. A signature grants one verb on one path with one query, and nothing else. */
import { timingSafeEqual } from 'node:crypto';
import { ALGORITHM, parseAmzDate, scopeText, signature, UNSIGNED_PAYLOAD } from './sigv4.ts';
import type { SigningScope } from './sigv4.ts';

export const SKEW_MS = 15 * 60_000;
const LONGEST_LINK_SECONDS = 7 * 86_400;

export type SignatureRefusal =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'InvalidAccessKeyId'
  | 'InvalidRequest'
  | 'InvalidURI'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch';

export type Verified =
  | {
      ok: true;
      path: string;
      query: ReadonlyMap<string, string>;
      signedHeaders: readonly string[];
      /** When a link ends. Requests that are signed in a header are no links. */
      until: number | undefined;
    }
  | { ok: false; code: SignatureRefusal; message: string };

export interface RequestToVerify {
  method: string;
  /** Path and query exactly as they were received. */
  rawUrl: string;
  /** The host as the client named it; a trusted proxy may have forwarded it. */
  host: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  now: Date;
}

interface Claim {
  credential: string;
  date: string;
  signedHeaders: string;
  proof: string;
}

const refuse = (code: SignatureRefusal, message: string): Verified => ({ ok: false, code, message });

/** Null if the percent-encoding is invalid or a name occurs twice: two parsers could then understand it differently. */
function parseUrl(rawUrl: string): { path: string; query: Map<string, string> } | null {
  const mark = rawUrl.indexOf('?');
  const query = new Map<string, string>();
  try {
    const path = decodeURIComponent(mark < 0 ? rawUrl : rawUrl.slice(0, mark));
    if (mark >= 0) {
      for (const pair of rawUrl.slice(mark + 1).split('&')) {
        if (pair === '') continue;
        const equals = pair.indexOf('=');
        const name = decodeURIComponent(equals < 0 ? pair : pair.slice(0, equals));
        if (query.has(name)) return null;
        query.set(name, equals < 0 ? '' : decodeURIComponent(pair.slice(equals + 1)));
      }
    }
    return { path, query };
  } catch {
    return null;
  }
}

function headerClaim(authorization: string, date: string): Claim | null {
  const fits = /^AWS4-HMAC-SHA256 +Credential=([^,\s]{1,256}), *SignedHeaders=([^,\s]{1,1024}), *Signature=([0-9a-f]{64})$/.exec(
    authorization,
  );
  return fits ? { credential: fits[1]!, signedHeaders: fits[2]!, proof: fits[3]!, date } : null;
}

const SORTED_NAMES = /^[a-z0-9-]+(;[a-z0-9-]+)*$/;

export function verifySignature(request: RequestToVerify, scope: SigningScope): Verified {
  const url = parseUrl(request.rawUrl);
  if (!url) return refuse('InvalidURI', 'The address is not encoded properly.');
  const { path, query } = url;
  const now = request.now.getTime();
  const { authorization } = request.headers;
  const inQuery = query.has('X-Amz-Signature');
  if (inQuery && authorization !== undefined) return refuse('InvalidRequest', 'Only one way of signing is allowed.');

  let claim: Claim | null;
  let until: number | undefined;
  if (inQuery) {
    const [algorithm, credential, date, expires, signedHeaders, proof] = [
      'Algorithm',
      'Credential',
      'Date',
      'Expires',
      'SignedHeaders',
      'Signature',
    ].map((name) => query.get(`X-Amz-${name}`));
    if (
      algorithm !== ALGORITHM ||
      !credential ||
      !date ||
      !signedHeaders ||
      !/^[0-9a-f]{64}$/.test(proof ?? '') ||
      !/^\d{1,6}$/.test(expires ?? '')
    )
      return refuse('AccessDenied', 'The signature in the query is incomplete.');
    const signedAt = parseAmzDate(date);
    const lastsMs = Number(expires) * 1000;
    if (!(lastsMs > 0 && lastsMs <= LONGEST_LINK_SECONDS * 1000)) return refuse('AccessDenied', 'The link lasts too long or not at all.');
    if (!(signedAt - now <= SKEW_MS)) return refuse('AccessDenied', 'The link is not valid yet.');
    until = signedAt + lastsMs;
    if (!(now < until)) return refuse('AccessDenied', 'The link has expired.');
    claim = { credential, date, signedHeaders, proof: proof! };
  } else {
    if (authorization === undefined) return refuse('AccessDenied', 'The request is not signed.');
    const date = request.headers['x-amz-date'];
    claim = typeof authorization === 'string' && typeof date === 'string' ? headerClaim(authorization, date) : null;
    if (!claim) return refuse('AuthorizationHeaderMalformed', 'The authorization or its date is malformed.');
    if (request.headers['x-amz-content-sha256'] !== UNSIGNED_PAYLOAD)
      return refuse('InvalidRequest', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD.');
    const signedAt = parseAmzDate(claim.date);
    if (!(Math.abs(signedAt - now) <= SKEW_MS)) return refuse('RequestTimeTooSkewed', 'The request is too old, or a clock is wrong.');
  }

  const slash = claim.credential.indexOf('/');
  if (claim.credential.slice(0, slash) !== scope.credentials.accessKey) return refuse('InvalidAccessKeyId', 'The access key is not known.');
  if (claim.credential.slice(slash + 1) !== scopeText(claim.date.slice(0, 8), scope.region))
    return refuse(inQuery ? 'AccessDenied' : 'AuthorizationHeaderMalformed', 'The credential is for another day, region or service.');

  const names = claim.signedHeaders.split(';');
  if (
    !SORTED_NAMES.test(claim.signedHeaders) ||
    names.some((name, index) => index > 0 && names[index - 1]! >= name) ||
    !names.includes('host') ||
    (!inQuery && !(names.includes('x-amz-date') && names.includes('x-amz-content-sha256')))
  )
    return refuse('AccessDenied', 'The signed headers are not those that must be signed.');
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = name === 'host' ? request.host : request.headers[name];
    if (typeof value !== 'string') return refuse('SignatureDoesNotMatch', 'A signed header is missing.');
    headers[name] = value;
  }
  // No header that changes what we do may be added to a signed request. An unsigned checksum can only make us refuse.
  for (const name in request.headers) {
    if (
      name.startsWith('x-amz-') &&
      !name.startsWith('x-amz-checksum-') &&
      !(name in headers) &&
      !(inQuery && name === 'x-amz-content-sha256')
    )
      return refuse('AccessDenied', 'A header is not signed.');
  }

  const signed = inQuery ? [...query].filter(([name]) => name !== 'X-Amz-Signature') : [...query];
  const expected = signature({ method: request.method, path, query: signed, headers }, names, claim.date, scope);
  if (!timingSafeEqual(expected, Buffer.from(claim.proof, 'hex')))
    return refuse('SignatureDoesNotMatch', 'The signature does not fit the request.');
  return { ok: true, path, query, signedHeaders: names, until };
}

function hasAmzHeader(headers: RequestToVerify['headers']): boolean {
  for (const name in headers) if (name.startsWith('x-amz-')) return true;
  return false;
}

/** The number of links that the cache holds. */
const mostLinks = 1000;

/**
 * `verifySignature` with a cache, for links that are read in many ranges (media, PDF, a resumed download). It holds only GETs whose
 * signature covers nothing but the host, keyed by everything that the signature depends on.
 */
export function rememberingVerifier(scope: SigningScope): (request: RequestToVerify) => Verified {
  const links = new Map<string, { host: string; verified: Verified & { ok: true }; until: number }>();
  return (request) => {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return verifySignature(request, scope);
    const { host, rawUrl } = request;
    const known = links.get(rawUrl);
    if (known?.host === host && request.now.getTime() < known.until && !hasAmzHeader(request.headers)) return known.verified;
    const verified = verifySignature(request, scope);
    if (verified.ok && verified.until !== undefined && verified.signedHeaders.join() === 'host') {
      const oldest = links.size >= mostLinks ? links.keys().next().value : undefined;
      if (oldest !== undefined) links.delete(oldest);
      links.set(rawUrl, { host, verified, until: verified.until });
    }
    return verified;
  };
}
