import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import type { FolderList } from './folder-list.ts';

interface Range {
  from: number;
  to: number;
}

/** Rows beyond the edge, so that scrolling shows no gaps. */
const beyond = 6;

/** Which rows of a tall box are in the window. Pure: `top` is where the box begins, in pixels from the window's upper edge. */
export function rowsInWindow(top: number, windowHeight: number, rowHeight: number, count: number): Range {
  const first = Math.floor(-top / rowHeight) - beyond;
  const last = Math.ceil((windowHeight - top) / rowHeight) + beyond;
  const from = Math.min(count, Math.max(0, first));
  return { from, to: Math.max(from, Math.min(count, last)) };
}

/** The rows of `box` that must be drawn, whichever element around it scrolls. */
export function useWindow(box: RefObject<HTMLElement | null>, rowHeight: number, count: number): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: Math.min(count, 30) });
  useLayoutEffect(() => {
    const look = (): void => {
      if (!box.current) return;
      const next = rowsInWindow(box.current.getBoundingClientRect().top, window.innerHeight, rowHeight, count);
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    look();
    // Scrolling does not bubble.
    window.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [box, rowHeight, count]);
  return range;
}

/** Restores where a list was scrolled to, and keeps it for the next time. */
export function useScrolled(scroller: RefObject<HTMLElement | null>, list: FolderList): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTo({ top: list.scrolled() });
    const keep = (): void => list.keepScrolled(element.scrollTop);
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [scroller, list]);
}
