import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const named = createStore<string | null>(null);

/** Sets a page's own title, such as the open folder's name, in the document title and the phone's top bar. */
export function usePageTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    named.set(title);
    return () => named.set(null);
  }, [title]);
}

/** The title the page set, or null: then the route's title applies. */
export const useNamedTitle = () => useStore(named);
