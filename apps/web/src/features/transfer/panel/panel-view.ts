import { createStore } from '../../../ui/store.ts';

/** How the transfer panel stands. Kept outside the panel, which loads late: what opens it before that is not lost. */
export interface TransferPanelView {
  open: boolean;
  folded: boolean;
  tab: 'uploads' | 'downloads' | 'finished';
}

const view = createStore<TransferPanelView>({ open: false, folded: false, tab: 'uploads' });

export const transferPanelView = {
  read: view.read,
  subscribe: view.subscribe,
  change: (changes: Partial<TransferPanelView>): void => view.set({ ...view.read(), ...changes }),
  toggle: (): void => transferPanelView.change({ open: !view.read().open }),
};
