import { useLayoutEffect, useState, type RefObject } from 'react';

/** An element's inner size in whole pixels; zero before the first measurement. */
export function useSize(target: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = target.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return size;
}

export const useWidth = (target: RefObject<HTMLElement | null>): number => useSize(target).width;
