import type { AccessLevel } from '@alcove/contract';
import { createStore } from '../../ui/store.ts';

/** The requested item; for a hidden one, `name` is null and `levels` is empty. */
export interface Wanted {
  instanceId: string;
  name: string | null;
  levels: readonly AccessLevel[];
}

/** The props that both dialogs have in common. */
export interface Frame {
  opened: boolean;
  onClose(): void;
  onExitTransitionEnd(): void;
}

/** `turn` is a new number for every opening; it is used as the key. */
export type Shown = { turn: number } & ({ kind: 'ask'; wanted: Wanted } | { kind: 'answer'; requestId: string });

const shown = createStore<Shown | null>(null);
let turn = 0;
let opener: Element | null = null;
function show(next: Shown | null): void {
  if (next) opener = document.activeElement;
  shown.set(next);
}

/** The dialogs are mounted beside the screens, because their opener (such as the notification board) may close first. */
export const accessDialogs = {
  shown,
  ask: (wanted: Wanted) => show({ kind: 'ask', wanted, turn: (turn += 1) }),
  answer: (requestId: string) => show({ kind: 'answer', requestId, turn: (turn += 1) }),
  close: () => show(null),
  /** Returns the focus to the opener. A lazy-loaded dialog mounts too late to know it. */
  closed: () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    opener = null;
  },
};
