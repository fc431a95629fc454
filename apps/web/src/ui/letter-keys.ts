/** Whether single characters do something (look.md 9): who dictates, or rests a hand on the keyboard, switches them off on this device. */
const key = 'alcove-letter-keys';

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

let on = read();
const listeners = new Set<() => void>();

export const letterKeys = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  on: () => on,
  change(next: boolean) {
    on = next;
    try {
      localStorage.setItem(key, next ? 'on' : 'off');
    } catch {
      // Storage is forbidden: the choice lasts as long as the page.
    }
    for (const listener of listeners) listener();
  },
};
