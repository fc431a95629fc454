const key = (userId: string) => `alcove-agreement-${userId}`;

/** Remembers on this device which edition a person accepted. The server's answer decides; this tells the other tabs. */
export function rememberAcknowledged(userId: string, edition: number): void {
  try {
    localStorage.setItem(key(userId), String(edition));
  } catch {
    // Storage is blocked: the server keeps the acceptance.
  }
}

/** Calls the listener when the person accepts in another tab. Returns how to stop. */
export function whenAcknowledgedElsewhere(userId: string, listener: () => void): () => void {
  const hear = (event: StorageEvent): void => {
    if (event.key === key(userId)) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
