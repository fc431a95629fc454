import { createStore } from './store.ts';

/**
 * The top left corner of the open transfer panel, in CSS pixels; null while it is closed. Floating elements at the bottom right avoid it.
 */
export interface PanelRoom {
  left: number;
  top: number;
}

const room = createStore<PanelRoom | null>(null);

export const panelRoom = {
  subscribe: room.subscribe,
  read: room.read,
  /** Tracks the panel's position until the returned function is called. */
  follow(panel: HTMLElement): () => void {
    const measure = () => {
      // Offsets ignore the transform of the entrance animation.
      const next = { left: panel.offsetLeft, top: panel.offsetTop };
      const before = room.read();
      if (before?.left !== next.left || before.top !== next.top) room.set(next);
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(panel);
    window.addEventListener('resize', measure);
    return () => {
      watcher.disconnect();
      window.removeEventListener('resize', measure);
      room.set(null);
    };
  },
};
