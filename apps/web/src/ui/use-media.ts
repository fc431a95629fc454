import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches; rerenders when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Under 760 px: one column, touch targets, sheets instead of dialogs. */
export const phoneQuery = '(width < 760px)';
export const usePhone = () => useMedia(phoneQuery);
/** Under 1180 px the menu shows icons only. */
export const useNarrow = () => useMedia('(width < 1180px)');
