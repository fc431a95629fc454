import { createStore } from '../../ui/store.ts';

/** Whether the shortcut list is open; in a module of its own, so that opening it does not import the dialog. */
export const shortcutsOpen = createStore(false);
