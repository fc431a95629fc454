import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** The browser's network status: false is certain, true only means that there is a network. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);
