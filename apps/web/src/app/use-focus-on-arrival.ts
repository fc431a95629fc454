import { useEffect, useRef } from 'react';

/** Moves the focus to the content after each navigation, so that the keyboard and screen readers start there; not on the first load. */
export function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const screen = /^\/admin\/[^/]+|^\/[^/]*/.exec(pathname)?.[0] ?? '/';
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    main.current?.focus({ preventScroll: true });
  }, [screen]);
  return main;
}
