import { useEffect, useRef } from 'react';

/** Later than a list that takes the focus of its dialog by itself. */
const afterMs = 10;

/**
 * Is beside a dialog or drawer as long as that is open: Mantine returns the focus only where `opened` changes, and most are mounted open. Whatever
 * had the focus before gets it again, unless that is gone or something else has it by then.
 */
export function ReturnFocus() {
  // Read while rendering for the first time, because the dialog's own effects take the focus.
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const { current } = opener;
    return () => {
      setTimeout(() => {
        const { activeElement } = document;
        const isLost = activeElement === null || activeElement === document.body;
        if (isLost && current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
      }, afterMs);
    };
  }, []);
  return null;
}
