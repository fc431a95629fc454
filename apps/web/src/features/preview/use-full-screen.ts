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

/** The whole page, so that menus and messages lie above it as ever. Null where the browser has none, as on an iPhone. */
export function useFullScreen(): FullScreen | null {
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  useEffect(() => leave, []);
  if (!document.fullscreenEnabled) return null;
  return {
    on,
    // Refused where the page is framed without the right to it: it stays as it is.
    toggle: () => (on ? leave() : void document.documentElement.requestFullscreen().catch(() => {})),
  };
}
