import type { AccessLevel } from '@alcove/contract';
import { createStore } from '../../ui/store.ts';

/** What is asked for; what the reader may not see has no name and no levels to choose among. */
export interface Wanted {
  instanceId: string;
  name: string | null;
  levels: readonly AccessLevel[];
}

/** What the dialogs share with their place. */
export interface Frame {
  opened: boolean;
  onClose(): void;
  onExitTransitionEnd(): void;
}

/** `turn` tells one opening from the next. */
export type Shown = { turn: number } & ({ kind: 'ask'; wanted: Wanted } | { kind: 'answer'; requestId: string });

const shown = createStore<Shown | null>(null);
let turn = 0;
let opener: Element | null = null;
function show(next: Shown | null): void {
  if (next) opener = document.activeElement;
  shown.set(next);
}

/** The dialogs live beside the screens: what opened one, the notice board say, may close meanwhile. */
export const accessDialogs = {
  shown,
  ask: (wanted: Wanted) => show({ kind: 'ask', wanted, turn: (turn += 1) }),
  answer: (requestId: string) => show({ kind: 'answer', requestId, turn: (turn += 1) }),
  close: () => show(null),
  /** The focus goes back to what opened the dialog; a dialog that is loaded only then does not know it by itself. */
  closed: () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    opener = null;
  },
};
