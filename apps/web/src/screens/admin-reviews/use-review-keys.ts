import { useEffect, useRef } from 'react';
import { isElsewhere } from '../../features/preview/use-keys.ts';
import { letterKeys } from '../../ui/letter-keys.ts';

interface ReviewKeys {
  onStep(by: 1 | -1): void;
  /** Undefined where there is nothing to decide. */
  onApprove?(): void;
  onRefuse?(): void;
}

/** The arrow keys move in the queue, except where they scroll something; A approves and R refuses. */
export function useReviewKeys(keys: ReviewKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isElsewhere(event)) return;
      const act = actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      // The viewers have letters of their own, such as R for turning a picture.
      event.stopPropagation();
      // A key that is held would decide one review after the other.
      if (!event.repeat) act();
    };
    document.addEventListener('keydown', heard, true);
    return () => document.removeEventListener('keydown', heard, true);
  }, []);
}

function actOf({ key, target }: KeyboardEvent, { onStep, onApprove, onRefuse }: ReviewKeys): (() => void) | undefined {
  const letter = letterKeys.read() ? key.toLowerCase() : '';
  if (letter === 'a') return onApprove;
  if (letter === 'r') return onRefuse;
  const scrolls = target instanceof Element && target !== document.body && !target.closest('[data-queue]') && target.id !== 'content';
  if (scrolls) return undefined;
  if (key === 'ArrowDown') return () => onStep(1);
  if (key === 'ArrowUp') return () => onStep(-1);
  return undefined;
}
