import { useEffect, useSyncExternalStore } from 'react';

const subscribe = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};
const leave = (): void => {
  if (document.fullscreenElement) void document.exitFullscreen();
};

export interface FullScreen {
  on: boolean;
  toggle(): void;
}

/** Full screen for the whole page, so that menus and toasts stay above. Null where the browser has no API for it, as on an iPhone. */
export function useFullScreen(): FullScreen | null {
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  useEffect(() => leave, []);
  if (!document.fullscreenEnabled) return null;
  return {
    on,
    // Rejected in a frame without the permission: nothing changes.
    toggle: () => (on ? leave() : void document.documentElement.requestFullscreen().catch(() => {})),
  };
}
