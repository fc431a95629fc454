import type { Instance } from '@alcove/contract';
import type { UploadTarget } from '@alcove/transfer';

/** Where uploads arrived since the list was empty last. */
export interface ArrivedAt {
  parentId: string;
  /** Names of the folders down to it. */
  path: readonly string[];
  n: number;
  /** The one that came last: what a list marks when it is opened from here. */
  lastId: string;
  lastName: string;
}

let places: readonly ArrivedAt[] = [];
const listeners = new Set<() => void>();
const show = (next: readonly ArrivedAt[]) => {
  places = next;
  for (const listener of listeners) listener();
};

/** What came of the uploads that are done: told when the list is empty, so that success does not look like nothing. */
export const arrived = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => places,
  add({ instanceId, instanceName }: Instance, { parentId, path = [] }: UploadTarget) {
    const before = places.find((place) => place.parentId === parentId);
    const place = { parentId, path, n: (before?.n ?? 0) + 1, lastId: instanceId, lastName: instanceName };
    show([place, ...places.filter((one) => one !== before)]);
  },
  clear() {
    if (places.length > 0) show([]);
  },
};
