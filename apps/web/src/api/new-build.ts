/**
 * What a tab does that is older than the server: since it was loaded, another build was installed. What the tab had not needed until now went with the
 * old one, and answers may have a form that it does not know. It is loaded anew, at the address where the person is.
 */
import { isHalfFilled } from './half-filled.ts';

const missing = new WeakSet<object>();

/** From now on, errors of code that could not be loaded are known as such. */
export function noticeMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void missing.add(payload));
}

export const isOfMissingCode = (error: unknown): boolean => error instanceof Object && missing.has(error);

/** What this build's own code throws at something that it does not know, as a refused call and a lost network are not. */
const isNotUnderstood = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError;

/** Whether the cause may be that another build is installed. */
export const mayBeOutdated = (error: unknown): boolean => isOfMissingCode(error) || isNotUnderstood(error);

const waitMs = 10_000;

/** What a page begins with. It is not parsed, because nothing of another build becomes a document here. */
function entryOf(page: string): string | undefined {
  const from = page.indexOf('<script type="module"');
  const tag = from < 0 ? '' : page.slice(from, page.indexOf('>', from));
  return / src="([^"]+)"/.exec(tag)?.[1];
}

/** The script that the pages of the installed build begin with. Null: it is this page's own, or nobody tells. */
async function otherBuild(): Promise<string | null> {
  try {
    const answer = await fetch(location.href, { cache: 'no-cache', signal: AbortSignal.timeout(waitMs) });
    const installed = answer.ok ? entryOf(await answer.text()) : undefined;
    const own = document.querySelector('script[type=module]')?.getAttribute('src');
    return installed === undefined || installed === own ? null : installed;
  } catch {
    return null;
  }
}

const triedKey = 'alcove-builds';
const mostTried = 20;

/**
 * Notes that this tab is loaded for a build. False if it was before: where several servers have several builds, a page of one and code of the other would
 * otherwise load each other without end. Without a storage nothing could be noted, so nothing is loaded.
 */
function isFirstTry(build: string): boolean {
  try {
    const tried = JSON.parse(sessionStorage.getItem(triedKey) ?? '[]') as string[];
    if (tried.includes(build)) return false;
    sessionStorage.setItem(triedKey, JSON.stringify([...tried.slice(1 - mostTried), build]));
    return true;
  } catch {
    return false;
  }
}

/** Whether something is sent, or was typed, that a reload would interrupt: whatever would ask before the page is left says so here, too. */
function wouldInterrupt(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  return !window.dispatchEvent(leaving) || isHalfFilled();
}

/**
 * Loads the page anew if another build is installed. `held`: it is, but a reload would interrupt what is sent or lose what was typed, so the person
 * decides. `none`: a reload would not help, or did not.
 */
export async function comeBackInNewBuild(): Promise<'reloads' | 'held' | 'none'> {
  const build = await otherBuild();
  if (build === null) return 'none';
  if (wouldInterrupt()) return 'held';
  if (!isFirstTry(build)) return 'none';
  location.reload();
  return 'reloads';
}
