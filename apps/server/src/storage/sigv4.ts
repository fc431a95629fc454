/**
 * AWS Signature Version 4, limited to what a store needs: single requests with an unsigned payload, signed in the header or in the query.
 */
import { createHmac, hash, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Credentials } from './object-store.ts';

export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';
export const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 's3';

export interface SigningScope {
  credentials: Credentials;
  region: string;
}

/** Decoded names and values. Header names are in lower case. */
export interface RequestToSign {
  method: string;
  path: string;
  query: readonly (readonly [string, string])[];
  headers: Readonly<Record<string, string>>;
  payloadHash?: string;
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** RFC 3986: everything but unreserved characters is encoded. encodeURIComponent leaves five more. */
export const uriEncode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, percent);

export const uriEncodePath = (path: string) => (/^[A-Za-z0-9/._~-]*$/.test(path) ? path : path.split('/').map(uriEncode).join('/'));

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The protocol demands encoding before sorting. The result is also used as the query of the address. */
export function canonicalQuery(query: RequestToSign['query']): string {
  const encoded = query.map(([name, value]) => [uriEncode(name), uriEncode(value)] as const);
  encoded.sort((a, b) => byText(a[0], b[0]) || byText(a[1], b[1]));
  return encoded.map(([name, value]) => `${name}=${value}`).join('&');
}

/** `20260102T030405Z` */
export const amzDate = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Milliseconds, or NaN if it is not in the one accepted form. */
export function parseAmzDate(text: string): number {
  const fits = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  return fits ? Date.parse(`${fits[1]}-${fits[2]}-${fits[3]}T${fits[4]}:${fits[5]}:${fits[6]}Z`) : Number.NaN;
}

export const scopeText = (day: string, region: string) => `${day}/${region}/${SERVICE}/aws4_request`;

const hmac = (key: string | Buffer | KeyObject, text: string) => createHmac('sha256', key).update(text).digest();

/** One key per day and region, cached: it takes four hashes. */
const keys = new Map<string, KeyObject>();
function signingKey({ credentials, region }: SigningScope, day: string): KeyObject {
  const name = `${day}/${region}/${credentials.secretKey}`;
  const known = keys.get(name);
  if (known) return known;
  const key = createSecretKey(hmac(hmac(hmac(hmac(`AWS4${credentials.secretKey}`, day), region), SERVICE), 'aws4_request'));
  if (keys.size >= 16) keys.clear();
  keys.set(name, key);
  return key;
}

/** The signature itself, as bytes. `signedHeaders` must be sorted. */
export function signature(request: RequestToSign, signedHeaders: readonly string[], date: string, scope: SigningScope): Buffer {
  const day = date.slice(0, 8);
  const headers = signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`).join('');
  const canonical = `${request.method}\n${uriEncodePath(request.path)}\n${canonicalQuery(request.query)}\n${headers}\n${signedHeaders.join(';')}\n${request.payloadHash ?? UNSIGNED_PAYLOAD}`;
  const hashed = hash('sha256', canonical, 'hex');
  return hmac(signingKey(scope, day), `${ALGORITHM}\n${date}\n${scopeText(day, scope.region)}\n${hashed}`);
}

/** The value of `authorization`. Every given header is signed; x-amz-date must be among them. */
export function authorizationHeader(request: RequestToSign, scope: SigningScope): string {
  const date = request.headers['x-amz-date'] ?? '';
  const names = Object.keys(request.headers).sort(byText);
  const credential = `${scope.credentials.accessKey}/${scopeText(date.slice(0, 8), scope.region)}`;
  return `${ALGORITHM} Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature(request, names, date, scope).toString('hex')}`;
}

/** The whole query of a signed link, with the signature last. Signs only `host` and the given headers. */
export function signedQuery(request: RequestToSign, scope: SigningScope, now: Date, expiresSeconds: number): string {
  const date = amzDate(now);
  const names = Object.keys(request.headers).sort(byText);
  const query: [string, string][] = [
    ...request.query.map(([name, value]): [string, string] => [name, value]),
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${scope.credentials.accessKey}/${scopeText(date.slice(0, 8), scope.region)}`],
    ['X-Amz-Date', date],
    ['X-Amz-Expires', String(expiresSeconds)],
    ['X-Amz-SignedHeaders', names.join(';')],
  ];
  const proof = signature({ ...request, query }, names, date, scope).toString('hex');
  return `${canonicalQuery(query)}&X-Amz-Signature=${proof}`;
}
