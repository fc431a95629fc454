import { useEffect, useRef } from 'react';

/** After a change of screen the focus goes to the content, so that the keyboard and a screen reader start there; not at the first load. */
export function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const screen = `/${pathname.split('/')[1] ?? ''}`;
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    main.current?.focus({ preventScroll: true });
  }, [screen]);
  return main;
}
