import { createStore } from './store.ts';

/** Whether single characters do something (look.md 9): who dictates, or rests a hand on the keyboard, switches them off on this device. */
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
      // Storage is forbidden: the choice lasts as long as the page.
    }
  },
};
