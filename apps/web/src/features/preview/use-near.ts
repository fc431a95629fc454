import { useState, type RefObject } from 'react';

/** Tells when an element is in view or soon will be; answers how to stop. */
export type Watch = (element: Element, near: () => void) => () => void;

const margin = '600px 0px';

/** One observer for all parts of what scrolls: a long text has hundreds. */
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
