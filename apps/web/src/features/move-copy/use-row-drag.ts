import { useEffect, useRef } from 'react';
import type { Instance } from '@alcove/contract';
import type { PickedFolder } from './picker-roots.ts';

interface RowDrag {
  /** The items dragged with this row. */
  items(rowId: string): readonly Instance[];
  /** The folder under the pointer. */
  target(element: Element): PickedFolder | null;
  onDrop(items: readonly Instance[], target: PickedFolder): void;
}

const mark = 'data-drop-target';

/**
 * Dragging rows onto folders with native drag and drop; Esc cancels. The element under the pointer gets an attribute for the stylesheet.
 */
export function useRowDrag(drag: RowDrag): void {
  const told = useRef(drag);
  useEffect(() => void (told.current = drag));
  useEffect(() => {
    let dragged: readonly Instance[] = [];
    let marked: Element | null = null;
    const point = (element: Element | null): void => {
      if (marked === element) return;
      marked?.removeAttribute(mark);
      element?.setAttribute(mark, '');
      marked = element;
    };
    const placeOf = (event: DragEvent): { element: Element; folder: PickedFolder } | null => {
      if (dragged.length === 0 || !(event.target instanceof Element)) return null;
      const element = event.target.closest('[data-row-id], [data-folder-id]');
      const folder = element && told.current.target(element);
      if (!element || !folder || dragged.some((item) => item.instanceId === folder.instanceId)) return null;
      return dragged.every((item) => item.parentId === folder.instanceId) ? null : { element, folder };
    };
    const start = (event: DragEvent): void => {
      const rowId = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'] : undefined;
      dragged = rowId === undefined ? [] : told.current.items(rowId);
      if (dragged.length === 0 || !event.dataTransfer) return;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', dragged.map((item) => item.instanceName).join('\n'));
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
        told.current.onDrop(dragged, place.folder);
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
