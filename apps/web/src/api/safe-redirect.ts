/** Pages that a sign-in never leads back to. */
const neverBack = ['signIn', 'ADlogin', 'newPassword', 'setUpFactor'];

/** The address to follow after signing in: only one within this application, or else the first page. Pure. */
export function redirectWithin({ origin, base }: { origin: string; base: string }, wanted: string | null): string {
  const first = `${base}/personalFile`;
  const target = wanted && URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  if (!target || target.origin !== origin || !target.pathname.startsWith(`${base}/`)) return first;
  // Without the base, the rest would be read as another host.
  if (target.pathname.includes('//')) return first;
  if (neverBack.some((page) => target.pathname.startsWith(`${base}/${page}`))) return first;
  return target.pathname + target.search + target.hash;
}
