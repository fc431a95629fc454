import type { Instance } from '@alcove/contract';
import type { UploadTarget } from '@alcove/transfer';
import { createStore, type Readable } from '../../../ui/store.ts';

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

/** What came of the uploads that are done: told when the list is empty, so that success does not look like nothing. */
export interface Arrived extends Readable<readonly ArrivedAt[]> {
  add(instance: Instance, target: UploadTarget): void;
  clear(): void;
}

const nowhere: readonly ArrivedAt[] = [];

export function openArrived(): Arrived {
  const places = createStore(nowhere);
  return {
    read: places.read,
    subscribe: places.subscribe,
    add({ instanceId, instanceName }, { parentId, path = [] }) {
      const before = places.read().find((place) => place.parentId === parentId);
      const place = { parentId, path, n: (before?.n ?? 0) + 1, lastId: instanceId, lastName: instanceName };
      places.set([place, ...places.read().filter((one) => one !== before)]);
    },
    clear: () => places.set(nowhere),
  };
}
