/** All tabs of a browser share one session. Who opened it is told to them by storage, since a page's own cookie is hidden from it. */
const key = 'alcove-signed-in';

/** The user name of whoever signed in here last; '' once they signed out; null if nobody did yet, or storage is blocked. */
export function tellsSignedIn(): string | null {
  try {
    return localStorage.getItem(key)?.split(' ')[0] ?? null;
  } catch {
    return null;
  }
}

/** Whether somebody signed in here, after that time if there is one. */
export function hasSignedInSince(time: number | null): boolean {
  try {
    const [name, at] = localStorage.getItem(key)?.split(' ') ?? [];
    return Boolean(name) && (time === null || Number(at) > time);
  } catch {
    return false;
  }
}

/** The time makes a second sign-in of the same person news, too. */
export function tellSignedIn(userName: string): void {
  try {
    localStorage.setItem(key, `${userName} ${Date.now()}`);
  } catch {
    // Storage is blocked: the other tabs learn it from their next call.
  }
}

/** Calls the listener when another tab told it. */
export function whenTold(listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) listener();
  });
}
