import { createStore } from '../../ui/store.ts';

const shown = createStore<readonly string[]>([]);

/** The tasks that the screen itself shows, so that no card covers it with the same progress. */
export const shownTasks = {
  subscribe: shown.subscribe,
  read: shown.read,
  /** Until the returned function is called. */
  add(taskId: string): () => void {
    shown.set([...shown.read(), taskId]);
    return () => shown.set(shown.read().filter((one) => one !== taskId));
  },
};
