import type { Choice } from './chosen.ts';

const mostRecent = 20;
const keyOf = (userId: string): string => `alcove-recent-choices-${userId}`;

/** Stored choices may come from another release. */
function isChoice(value: unknown): value is Choice {
  const one = value as Partial<Record<string, unknown>> | null;
  if (typeof one?.id !== 'string' || typeof one.name !== 'string' || !Array.isArray(one.path)) return false;
  if (one.kind === 'person') return typeof one.accountName === 'string';
  return one.kind === 'department' && typeof one.people === 'number' && typeof one.departments === 'number';
}

/** The last 20 choices of this person on this device, latest first. Unreadable data counts as none. */
export function recentChoices(userId: string): Choice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isChoice) : [];
  } catch {
    return [];
  }
}

export function rememberChoices(userId: string, choices: readonly Choice[]): void {
  const ids = new Set(choices.map((one) => one.id));
  const others = recentChoices(userId).filter((one) => !ids.has(one.id));
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([...choices, ...others].slice(0, mostRecent)));
  } catch {
    // Storage is blocked or full: the choices remain reachable by search.
  }
}
