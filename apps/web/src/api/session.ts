import { isHalfFilled, noticeTyping } from './half-filled.ts';
import { redirectWithin } from './safe-redirect.ts';

/** The user name sent with requests; the session itself is an HttpOnly cookie. */
let userName = '';

export const setUserName = (name: string): void => {
  userName = name;
};
export const requestUserName = (): string => userName;

const base = import.meta.env.BASE_URL.replace(/\/$/, '');
const openToVisitors = ['/signIn', '/fileDownload', '/ADlogin'];

const endedKey = 'alcove-session-ended';
/** When the session of somebody who was signed in here ended by itself. Null: it did not. */
export function endedAt(): number | null {
  try {
    const time = sessionStorage.getItem(endedKey);
    return time === null ? null : Number(time);
  } catch {
    return null;
  }
}
export function setEnded(ended: boolean): void {
  try {
    if (ended) sessionStorage.setItem(endedKey, String(Date.now()));
    else sessionStorage.removeItem(endedKey);
  } catch {
    // Storage is blocked: the sign-in page does not say why it is shown.
  }
}

let leaving = false;
/** The page is redirecting to sign-in, so nothing may ask for confirmation to leave. */
export const isLeaving = (): boolean => leaving;

let signingOut = false;
/** While it is true, a session that is over is no news. Work that still runs may ask for confirmation to leave. */
export const setSigningOut = (now: boolean): void => {
  signingOut = now;
};

let stay: (() => void) | null = null;
/** Sets who says that the session has ended where leaving would lose what somebody typed. */
export function whenStaying(say: () => void): void {
  stay = say;
  noticeTyping();
}

const redirectHere = (): string => `redirect=${encodeURIComponent(location.pathname + location.search + location.hash)}`;

/** Redirects a signed-out person to sign-in, and back here afterwards; pages that need no session stay, as does a half-filled form. */
export function leaveForSignIn(): void {
  const path = location.pathname.slice(base.length);
  if (leaving || signingOut || path.startsWith('/signIn/') || openToVisitors.some((open) => path === open || path === `${open}/`)) return;
  if (stay && isHalfFilled()) return stay();
  leaving = true;
  setEnded(userName !== '');
  location.replace(`${base}/signIn?${redirectHere()}`);
}

/** Leads to the page that says that somebody signed out, and back here if they sign in again. */
export function leaveSignedOut(): void {
  leaving = true;
  location.replace(`${base}/signIn/out?${redirectHere()}`);
}

/** Loads the page anew for another person. Until then, nothing of the last one is seen. */
export function showAnew(): void {
  leaving = true;
  document.documentElement.style.visibility = 'hidden';
  location.reload();
}

/** Leads to the page that says why nothing is answered, and back here from an address that is allowed. The session stays. */
export function leaveForAddress(text: string, administers: boolean): void {
  const path = location.pathname.slice(base.length);
  if (path.startsWith('/error/') || path.startsWith('/signIn') || (administers && !path.startsWith('/admin'))) return;
  leaving = true;
  const here = location.pathname + location.search + location.hash;
  location.replace(`${base}/error/address?${new URLSearchParams({ text, redirect: here }).toString()}`);
}

/** Only redirects within this application are followed after sign-in. */
export function safeRedirect(wanted: string | null): string {
  return redirectWithin({ origin: location.origin, base }, wanted);
}
