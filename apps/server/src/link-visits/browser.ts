/**
 * The browser of a visitor: a random cookie that ends with the browser's session. It opens nothing. By it, another tab or a request that is sent again finds the
 * visit that has begun, and so counts no other.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { CallContext } from '../http/index.ts';

const cookieName = 'alcove_visitor';
const secretForm = /^[\w-]{43}$/;

/** The secret in the browser's cookie. A browser without one gets it with this answer. */
export function browserSecret({ cookie, setCookie }: Pick<CallContext, 'cookie' | 'setCookie'>): string {
  const known = cookie(cookieName);
  if (known !== undefined && secretForm.test(known)) return known;
  const secret = randomBytes(32).toString('base64url');
  setCookie(cookieName, secret);
  return secret;
}

/** What a link's visits keep of it. It differs from link to link, so nobody reads from the database which links one browser has opened. */
export const browserHash = (secret: string, linkPath: string): Buffer => createHash('sha256').update(`${secret} ${linkPath}`).digest();

/** The token of a visit that began in this browser. Only the browser's cookie leads to it, so it can be told again without being stored. */
export const tokenOf = (secret: string, visitId: string): string =>
  createHmac('sha256', secret).update(`share token ${visitId}`).digest('base64url');

/** The token that came along, if it could be one. */
export function sentToken({ header }: Pick<CallContext, 'header'>): string | null {
  const token = header('x-share-token');
  return token !== undefined && /^[\w-]{20,200}$/.test(token) ? token : null;
}
