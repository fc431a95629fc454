/**
 * What this tab remembers of its uploads. It lives as long as the token of the visit: another visit could neither go on with an upload nor see what was
 * received, and the next person at this computer is to find nothing.
 */
import type { MemoryPort, RememberedUpload } from '@alcove/transfer';
import { createStore, type Readable } from '../../ui/store.ts';
import { linkPath } from '../link/link-path.ts';

/** A file as it was chosen. The key tells whether the same one is chosen again. */
export interface ChosenFile {
  key: string;
  name: string;
  /** The folders that it was chosen in. */
  path: readonly string[];
  size: number;
}
export interface Received extends ChosenFile {
  /** The name that it was saved under. */
  as: string;
  /** Milliseconds since 1970. */
  at: number;
}

function inTab<Value>(name: string, otherwise: Value): { read(): Value; write(value: Value): void } {
  const key = `alcove-link-${name}:${linkPath}`;
  return {
    read() {
      try {
        return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null) ?? otherwise;
      } catch {
        return otherwise;
      }
    },
    write(value) {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Storage is blocked or full: that costs the list after a reload, not the upload.
      }
    },
  };
}

interface KeptList<One extends ChosenFile> extends Readable<readonly One[]> {
  has(key: string): boolean;
  add(files: readonly One[]): void;
  remove(keys: ReadonlySet<string>): void;
}

function keptList<One extends ChosenFile>(name: string): KeptList<One> {
  const place = inTab<readonly One[]>(name, []);
  const list = createStore(place.read());
  const set = (next: readonly One[]): void => {
    place.write(next);
    list.set(next);
  };
  return {
    read: list.read,
    subscribe: list.subscribe,
    has: (key) => list.read().some((one) => one.key === key),
    add(files) {
      const keys = new Set(files.map(({ key }) => key));
      set([...list.read().filter(({ key }) => !keys.has(key)), ...files]);
    },
    remove(keys) {
      if (list.read().some(({ key }) => keys.has(key))) set(list.read().filter(({ key }) => !keys.has(key)));
    },
  };
}

export const received = keptList<Received>('received');
/** What is in the list of uploads, or was when the page went. */
export const unfinished = keptList<ChosenFile>('unfinished');

/** Where uploads in parts stand, for going on after a reload. */
export function tabMemory(): MemoryPort {
  const place = inTab<Record<string, RememberedUpload>>('parts', {});
  return {
    recall: (key) => Promise.resolve(place.read()[key] ?? null),
    remember(upload) {
      place.write({ ...place.read(), [upload.key]: upload });
      return Promise.resolve();
    },
    forget(key) {
      const { [key]: _, ...others } = place.read();
      place.write(others);
      return Promise.resolve();
    },
  };
}
