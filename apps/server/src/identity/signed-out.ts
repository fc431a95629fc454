/** Whoever has just signed out in this browser and comes back shows who they are: a session that is still open at a platform must not let them in unasked. */
import type { Cookies } from '../http/index.ts';

const signedOutCookie = 'alcove_signed_out';
const seconds = 600;

export const noteSignedOut = (cookies: Cookies): void => cookies.setCookie(signedOutCookie, '1', seconds);
export const hasSignedOut = (cookies: Cookies): boolean => cookies.cookie(signedOutCookie) !== undefined;
export function forgetSignedOut(cookies: Cookies): void {
  if (hasSignedOut(cookies)) cookies.setCookie(signedOutCookie, null);
}
