import { useEffect, useRef } from 'react';

/** Where a key leads in a list or grid of `count` items, or null. Pure. `columns` is 1 in a list. */
export function nextActive(key: string, active: number, count: number, columns: number, perPage: number): number | null {
  const last = count - 1;
  const steps: Record<string, number> = {
    ArrowDown: active + columns,
    ArrowUp: active - columns,
    PageDown: active + perPage,
    PageUp: active - perPage,
    Home: 0,
    End: last,
    ...(columns > 1 && { ArrowRight: active + 1, ArrowLeft: active - 1 }),
  };
  const to = steps[key];
  return to === undefined || last < 0 ? null : Math.min(last, Math.max(0, to));
}

/** Keys of the page that are heard wherever the focus is, except in fields, menus and dialogs. */
export function usePageKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.defaultPrevented || document.querySelector('[aria-modal="true"], [role="menu"]')) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"]')) return;
      const ctrl = event.ctrlKey || event.metaKey;
      const act = latest.current[ctrl ? `Ctrl ${event.key.toLowerCase()}` : event.altKey ? `Alt ${event.key}` : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, []);
}
