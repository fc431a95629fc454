let open = false;
const listeners = new Set<() => void>();

/** Whether the list of keys is shown; whoever opens it does not load it. */
export const keysView = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => open,
  show(next: boolean) {
    open = next;
    for (const listener of listeners) listener();
  },
};
