import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

const key = 'alcove-announcement';

function remembered(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

const store = createStore<string>(remembered());

/** The text that the reader closed last on this device: another text shows again. */
export const closedAnnouncements = {
  use: (): string => useSyncExternalStore(store.subscribe, store.read),
  close(text: string): void {
    store.set(text);
    try {
      localStorage.setItem(key, text);
    } catch {
      // Storage is blocked: it stays closed in this tab.
    }
  },
};
