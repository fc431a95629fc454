import { linkPath } from './link-path.ts';

const key = `alcove-share-token:${linkPath}`;
let held: string | null = kept();

function kept(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The token of this visit. It lives in this tab alone, so that a reload goes on with the same visit. */
export const token = {
  read: (): string | null => held,
  set(next: string | null): void {
    held = next;
    try {
      if (next === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
    } catch {
      // Storage is blocked: the visit ends with the page.
    }
  },
};
