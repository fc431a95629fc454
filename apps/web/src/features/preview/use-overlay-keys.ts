import { useEffect, useRef } from 'react';
import { isCovered, isElsewhere } from './use-keys.ts';

interface OverlayKeys {
  onClose(): void;
  /** Undefined at the ends of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Esc closes the preview, arrow keys go to the previous and next file. Focus returns to where it was. */
export function useOverlayKeys({ onClose, onPrevious, onNext }: OverlayKeys): void {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  const covered = useRef(false);
  useEffect(() => {
    // A dialog above closes before the key event reaches the document. A capture listener records beforehand whether one was open.
    const first = () => {
      covered.current = isCovered();
    };
    window.addEventListener('keydown', first, true);
    return () => window.removeEventListener('keydown', first, true);
  }, []);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      // A dialog or menu above, or the search in a document, closes first.
      if (covered.current || (isElsewhere(event) && event.key !== 'Escape')) return;
      if (event.key === 'Escape') {
        if (event.target instanceof HTMLElement && event.target.closest('[data-closes-first]')) return;
        event.stopPropagation();
        onClose();
      }
      if (event.key === 'ArrowLeft') onPrevious?.();
      if (event.key === 'ArrowRight') onNext?.();
    };
    document.addEventListener('keydown', key, true);
    return () => document.removeEventListener('keydown', key, true);
  }, [onClose, onPrevious, onNext]);
}
