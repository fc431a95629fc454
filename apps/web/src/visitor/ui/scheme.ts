import { createStore } from '../../ui/store.ts';

/** The app keeps its choice under this name as well, and `before-paint.js` reads it. */
const key = 'mantine-color-scheme-value';
const schemes = ['light', 'dark', 'auto'] as const;
export type Scheme = (typeof schemes)[number];

const system = matchMedia('(prefers-color-scheme: dark)');

function kept(): Scheme {
  try {
    return schemes.find((one) => one === localStorage.getItem(key)) ?? 'auto';
  } catch {
    return 'auto';
  }
}

/** The chosen color scheme; `auto` follows the system. */
export const scheme = createStore<Scheme>(kept());

function wear(): void {
  const chosen = scheme.read();
  const dark = chosen === 'dark' || (chosen === 'auto' && system.matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}
system.addEventListener('change', wear);

export function chooseScheme(next: Scheme): void {
  scheme.set(next);
  try {
    localStorage.setItem(key, next);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  wear();
}
