import { useState, type RefObject } from 'react';

/** Calls `near` when an element is in view or soon will be; returns a function that stops this. */
export type Watch = (element: Element, near: () => void) => () => void;

const margin = '600px 0px';

/** One IntersectionObserver for all chunks of a scroller: a long text has hundreds. */
export function useNear(scroller: RefObject<Element | null>): Watch {
  const [watch] = useState(() => watchIn(scroller));
  return watch;
}

function watchIn(scroller: RefObject<Element | null>): Watch {
  const told = new Map<Element, () => void>();
  let observer: IntersectionObserver | undefined;
  return (element, near) => {
    observer ??= new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) if (isIntersecting) told.get(target)?.();
      },
      { root: scroller.current, rootMargin: margin },
    );
    told.set(element, near);
    observer.observe(element);
    return () => {
      told.delete(element);
      observer?.unobserve(element);
    };
  };
}
