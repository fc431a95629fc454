import { createStore } from '../../ui/store.ts';

/** The open question who one is, answered with whether it was proved; or null. */
export const askedProof = createStore<((proved: boolean) => void) | null>(null);

let asking: Promise<boolean> | null = null;

/** Asks in a dialog. Calls that need it at the same time share one question. */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    askedProof.set((proved) => {
      askedProof.set(null);
      asking = null;
      resolve(proved);
    });
  });
  return asking;
}
