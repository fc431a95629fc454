import { useEffect, useSyncExternalStore } from 'react';

let named: string | null = null;
const listeners = new Set<() => void>();

function name(title: string | null): void {
  named = title;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A page names what it shows (the open folder, say): the document's title and the phone's top bar follow. */
export function usePageTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    name(title);
    return () => name(null);
  }, [title]);
}

/** What the page named, or null: then the route's own title holds. */
export const useNamedTitle = () => useSyncExternalStore(subscribe, () => named);
