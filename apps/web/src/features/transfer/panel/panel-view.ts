/** How the transfer panel stands. Kept outside the panel, which loads late: what opens it before that is not lost. */
export interface TransferPanelView {
  open: boolean;
  folded: boolean;
  tab: 'uploads' | 'downloads' | 'finished';
}

let view: TransferPanelView = { open: false, folded: false, tab: 'uploads' };
const listeners = new Set<() => void>();

export const transferPanelView = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => view,
  change(changes: Partial<TransferPanelView>) {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  },
  toggle: () => transferPanelView.change({ open: !view.open }),
};
