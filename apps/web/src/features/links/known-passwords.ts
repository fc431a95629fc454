/**
 * The passwords that were chosen in this tab, by link. The server keeps only a hash, so a link's creator can copy a password until the tab is
 * closed or reloaded, and never afterwards.
 */
const passwords = new Map<string, string>();

export const knownPassword = (linkPath: string): string | undefined => passwords.get(linkPath);
export function rememberPassword(linkPath: string, password: string | null | undefined): void {
  if (typeof password === 'string') passwords.set(linkPath, password);
  else if (password === null) passwords.delete(linkPath);
}
