import { createStore } from './store.ts';

/**
 * Whether single-letter shortcuts are on, on this device (look.md 9). People who use voice input or rest a hand on the keyboard turn them
 * off.
 */
const key = 'alcove-letter-keys';

function isOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

const on = createStore(isOn());

export const letterKeys = {
  subscribe: on.subscribe,
  read: on.read,
  change(next: boolean) {
    on.set(next);
    try {
      localStorage.setItem(key, next ? 'on' : 'off');
    } catch {
      // Storage is blocked: the setting lasts until the page is closed.
    }
  },
};
