import { useEffect, useRef } from 'react';

interface RowDrag<Item, Target> {
  /** Selects the rows that can be dragged, each around what has `draggable`. */
  rows: string;
  /** The items dragged with this row. */
  items(row: HTMLElement): readonly Item[];
  textOf(item: Item): string;
  /** Selects what items can be dropped on. */
  targets: string;
  target(element: HTMLElement): Target | null;
  accepts(items: readonly Item[], target: Target): boolean;
  onDrop(items: readonly Item[], target: Target): void;
}

const mark = 'data-drop-target';

/**
 * Dragging rows onto targets with native drag and drop; Esc cancels. The element under the pointer gets an attribute for the stylesheet.
 */
export function useRowDrag<Item, Target>(drag: RowDrag<Item, Target>): void {
  const told = useRef(drag);
  useEffect(() => void (told.current = drag));
  useEffect(() => {
    let dragged: readonly Item[] = [];
    let marked: Element | null = null;
    const point = (element: Element | null): void => {
      if (marked === element) return;
      marked?.removeAttribute(mark);
      element?.setAttribute(mark, '');
      marked = element;
    };
    const placeOf = (event: DragEvent): { element: Element; target: Target } | null => {
      if (dragged.length === 0 || !(event.target instanceof Element)) return null;
      const element = event.target.closest<HTMLElement>(told.current.targets);
      const target = element && told.current.target(element);
      return element && target && told.current.accepts(dragged, target) ? { element, target } : null;
    };
    const start = (event: DragEvent): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>(told.current.rows) : null;
      dragged = row ? told.current.items(row) : [];
      if (dragged.length === 0 || !event.dataTransfer) return;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', dragged.map((item) => told.current.textOf(item)).join('\n'));
    };
    const over = (event: DragEvent): void => {
      const place = placeOf(event);
      point(place?.element ?? null);
      if (place) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const place = placeOf(event);
      if (place) {
        event.preventDefault();
        told.current.onDrop(dragged, place.target);
      }
      end();
    };
    const end = (): void => {
      dragged = [];
      point(null);
    };
    const listeners = { dragstart: start, dragover: over, drop, dragend: end };
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener as EventListener);
      point(null);
    };
  }, []);
}
