import { createStore } from '../../ui/store.ts';

/** Whether the list of shortcuts is open; whoever opens it does not load it. */
export const shortcutsOpen = createStore(false);
