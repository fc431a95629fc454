import { useLayoutEffect, useState, type RefObject } from 'react';

const narrowestTile = 156;
export const columnsIn = (width: number): number => Math.max(2, Math.floor(width / narrowestTile));

/** How many tiles fit side by side; 1 in a list. */
export function useColumns(box: RefObject<HTMLElement | null>, tiles: boolean): number {
  const [columns, setColumns] = useState(2);
  useLayoutEffect(() => {
    const element = box.current;
    if (!tiles || !element) return;
    const look = (): void => setColumns(columnsIn(element.clientWidth));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, tiles]);
  return tiles ? columns : 1;
}
