import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Cookies } from '../http/index.ts';

/**
 * A browser in which somebody signed in before has a sealed cookie with a random name and the account. Strangers cannot slow down such a
 * browser, whatever address they share with it.
 */
const knownBrowserCookie = 'alcove_known';
/** No browser keeps a cookie for longer. */
export const knownForDays = 400;

export interface KnownBrowser {
  /** Random; the same for as long as the browser keeps its cookie. */
  name: string;
  /** Whether this account signed in with it. */
  knows(accountName: string): boolean;
}

/** Every request is checked by it, so the secret is already a key: making one takes several times as long as the hash. */
const mac = (secret: KeyObject, text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
const accountMark = (secret: KeyObject, accountName: string): string => mac(secret, `account:${accountName.toLowerCase()}`);
const equal = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export function readKnownBrowser(secret: KeyObject, { cookie }: Pick<Cookies, 'cookie'>): KnownBrowser | null {
  const [name = '', account = '', seal = '', more] = (cookie(knownBrowserCookie) ?? '').slice(0, 200).split('.');
  if (more !== undefined || !equal(seal, mac(secret, `browser:${name}.${account}`))) return null;
  return { name, knows: (accountName) => equal(account, accountMark(secret, accountName)) };
}

/** Marks the browser as known for this account. Returns its name. */
export function rememberBrowser(secret: KeyObject, cookies: Cookies, accountName: string): string {
  const name = readKnownBrowser(secret, cookies)?.name ?? randomBytes(16).toString('base64url');
  const account = accountMark(secret, accountName);
  cookies.setCookie(knownBrowserCookie, `${name}.${account}.${mac(secret, `browser:${name}.${account}`)}`, knownForDays * 24 * 3600);
  return name;
}
