import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** What the browser says about the network: false is certain, true only means that there is one. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);
