/** The room that the transfer panel takes at the bottom right, in CSS pixels; null while it is closed. What floats there makes way for it. */
export interface PanelRoom {
  left: number;
  top: number;
}

let room: PanelRoom | null = null;
const listeners = new Set<() => void>();

export const panelRoom = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => room,
  /** Follows the panel as long as it is there. */
  follow(panel: HTMLElement): () => void {
    const measure = () => {
      // Without the transform of its arrival.
      const next = { left: panel.offsetLeft, top: panel.offsetTop };
      if (room?.left === next.left && room.top === next.top) return;
      room = next;
      for (const listener of listeners) listener();
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(panel);
    window.addEventListener('resize', measure);
    return () => {
      watcher.disconnect();
      window.removeEventListener('resize', measure);
      room = null;
      for (const listener of listeners) listener();
    };
  },
};
