const first = '/disk/';
const somewhere = 'https://alcove.invalid';
/** Pages that a sign-in never leads back to: those of signing in. */
const never = /^\/disk\/(signIn|ADlogin)(\/|$)/i;

/** The path of this site that was asked for, or the first page if it could lead elsewhere. Pure. */
export function returnPath(given: string | undefined): string {
  // eslint-disable-next-line no-control-regex -- browsers leave these out when they read an address
  if (given === undefined || !given.startsWith(first) || /[\\\u0000-\u0020\u007f]/.test(given)) return first;
  const url = URL.parse(given, somewhere);
  return url?.origin === somewhere && url.pathname.startsWith(first) && !never.test(url.pathname)
    ? url.pathname + url.search + url.hash
    : first;
}
