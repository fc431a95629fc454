import { useEffect, useRef } from 'react';

/** A dialog or a menu is open above the preview. */
export const isCovered = (): boolean => document.querySelector('[aria-modal="true"]:not([data-preview]), [role="menu"]') !== null;

/** Keys meant for something open above the preview, or for a field in it. */
export function isElsewhere(event: KeyboardEvent): boolean {
  if (isCovered()) return true;
  return event.target instanceof HTMLElement && event.target.closest('input, textarea, select, video, audio') !== null;
}

/** Registers shortcuts while a view is mounted: a key, or `Ctrl f`, where ⌘ counts as Ctrl on a Mac. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      const ctrl = event.ctrlKey || event.metaKey;
      const act = latest.current[ctrl ? `Ctrl ${event.key.toLowerCase()}` : event.key];
      if (!act || event.altKey || (!ctrl && isElsewhere(event))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, []);
}
