import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const named = createStore<string | null>(null);

/** A page names what it shows (the open folder, say): the document's title and the phone's top bar follow. */
export function usePageTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    named.set(title);
    return () => named.set(null);
  }, [title]);
}

/** What the page named, or null: then the route's own title holds. */
export const useNamedTitle = () => useStore(named);
