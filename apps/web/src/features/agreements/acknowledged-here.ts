const key = (userId: string) => `alcove-agreement-${userId}`;

/** Whether this person accepted the agreement on this device. */
export function acknowledgedHere(userId: string): boolean {
  try {
    return localStorage.getItem(key(userId)) === '1';
  } catch {
    return false;
  }
}

export function rememberAcknowledged(userId: string): void {
  try {
    localStorage.setItem(key(userId), '1');
  } catch {
    // Storage is blocked: the server keeps the acceptance.
  }
}
