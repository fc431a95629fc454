const key = 'alcove-factor';

/** The way that was used last on this device. Null if storage is blocked. */
export function lastFactor(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberFactor(way: string): void {
  try {
    localStorage.setItem(key, way);
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
