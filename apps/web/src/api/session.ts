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
/** Whether somebody was signed in here until their session ended by itself. */
export function hasEnded(): boolean {
  try {
    return sessionStorage.getItem(endedKey) !== null;
  } catch {
    return false;
  }
}
export function setEnded(ended: boolean): void {
  try {
    if (ended) sessionStorage.setItem(endedKey, '1');
    else sessionStorage.removeItem(endedKey);
  } catch {
    // Storage is blocked: the sign-in page does not say why it is shown.
  }
}

let leaving = false;
/** The page is redirecting to sign-in, so nothing may ask for confirmation to leave. */
export const isLeaving = (): boolean => leaving;

/** Redirects a signed-out person to sign-in, and back here afterwards; pages that need no session stay. */
export function leaveForSignIn(): void {
  const path = location.pathname.slice(base.length);
  if (path.startsWith('/signIn/') || openToVisitors.some((open) => path === open || path === `${open}/`)) return;
  const here = location.pathname + location.search + location.hash;
  leaving = true;
  setEnded(userName !== '');
  location.replace(`${base}/signIn?redirect=${encodeURIComponent(here)}`);
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
