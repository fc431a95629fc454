import { useEffect, useRef, useState } from 'react';
import { bringsFiles } from './chosen.ts';

export interface Hover {
  /** The folder row under the pointer; null is the folder that is open. */
  rowId: string | null;
  /** How many things are dragged; 0 where the browser does not say. */
  count: number;
}

interface FileDrop {
  /** Whether a row takes drops: folders do. */
  takes(rowId: string): boolean;
  onDrop(transfer: DataTransfer, rowId: string | null): void;
}

let takers = 0;
/** Whether a screen that is shown takes what is dropped. */
export const takesDrops = (): boolean => takers > 0;

/** Files dragged from the desktop over any part of the page. A drag that leaves the window, or Esc, ends it. */
export function useFileDrop(drop: FileDrop): Hover | null {
  const [hover, setHover] = useState<Hover | null>(null);
  const told = useRef(drop);
  useEffect(() => void (told.current = drop));
  useEffect(() => {
    const rowOf = (event: DragEvent) => {
      const id = event.target instanceof Element ? (event.target.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'] ?? null) : null;
      return id !== null && told.current.takes(id) ? id : null;
    };
    const over = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      const rowId = rowOf(event);
      const count = event.dataTransfer.items.length;
      setHover((before) => (before && before.rowId === rowId && before.count === count ? before : { rowId, count }));
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHover(null);
    };
    const end = (event: DragEvent) => {
      setHover(null);
      if (!bringsFiles(event.dataTransfer) || !event.dataTransfer) return;
      event.preventDefault();
      told.current.onDrop(event.dataTransfer, rowOf(event));
    };
    takers += 1;
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', end);
    return () => {
      takers -= 1;
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', end);
    };
  }, []);
  return hover;
}
