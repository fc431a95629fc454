const key = 'alcove-user-name';

/** The user name kept on this device; null when the person did not ask for it. */
export function rememberedName(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberName(name: string | null): void {
  try {
    if (name === null) localStorage.removeItem(key);
    else localStorage.setItem(key, name);
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
