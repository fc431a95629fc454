/**
 * What a person chose, from that very moment until the list's own record of it is written or they decided otherwise: a reload while names
 * are looked up, a question stands or the browser's database has not answered takes nothing. localStorage alone has written when the call
 * returns. It keeps no handles: what a reload takes from here is picked again.
 */
import { limits } from '@alcove/contract';
import type { RememberedUpload } from '@alcove/transfer';
import { newUuid } from '../../../api/uuid.ts';

export interface ChosenNote extends Pick<RememberedUpload, 'key' | 'name' | 'size' | 'lastModified' | 'target'> {
  savedAt: number;
  /** The list that it was chosen for. */
  tab: string;
}

const itemsOf = (userId: string): string => `alcove-chosen-${userId} `;

/** Answers what forgets them again. */
export function noteChosen(userId: string, notes: readonly ChosenNote[]): () => void {
  if (notes.length === 0) return () => {};
  const item = itemsOf(userId) + newUuid();
  try {
    localStorage.setItem(item, JSON.stringify(notes));
  } catch {
    // Storage is forbidden or full: that costs the row after a reload, not the upload.
  }
  return () => localStorage.removeItem(item);
}

/** What was stored may be of another release. */
function isNote(value: unknown): value is ChosenNote {
  const one = value as Partial<Record<string, unknown>> | null;
  if (typeof one?.key !== 'string' || typeof one.name !== 'string' || typeof one.tab !== 'string') return false;
  return [one.size, one.lastModified, one.savedAt].every(Number.isFinite) && typeof one.target === 'object' && one.target !== null;
}

function read(item: string): ChosenNote[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(item) ?? '[]');
    const oldest = Date.now() - limits.recordDays * 86_400_000;
    return Array.isArray(stored) ? stored.filter(isNote).filter((one) => one.savedAt > oldest) : [];
  } catch {
    return [];
  }
}

function noted(userId: string): Map<string, ChosenNote[]> {
  try {
    const items = Object.keys(localStorage).filter((item) => item.startsWith(itemsOf(userId)));
    return new Map(items.map((item) => [item, read(item)]));
  } catch {
    return new Map();
  }
}

export const chosenNotes = (userId: string): ChosenNote[] => [...noted(userId).values()].flat();

/** Whichever tab noted them; what is too old to be offered goes along. */
export function forgetChosen(userId: string, keys: ReadonlySet<string>): void {
  for (const [item, notes] of noted(userId)) {
    const left = notes.filter(({ key }) => !keys.has(key));
    if (left.length === 0) localStorage.removeItem(item);
    else localStorage.setItem(item, JSON.stringify(left));
  }
}
