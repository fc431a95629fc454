import { createStore } from './store.ts';

/** The room that the transfer panel takes at the bottom right, in CSS pixels; null while it is closed. What floats there makes way for it. */
export interface PanelRoom {
  left: number;
  top: number;
}

const room = createStore<PanelRoom | null>(null);

export const panelRoom = {
  subscribe: room.subscribe,
  read: room.read,
  /** Follows the panel as long as it is there. */
  follow(panel: HTMLElement): () => void {
    const measure = () => {
      // Without the transform of its arrival.
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
