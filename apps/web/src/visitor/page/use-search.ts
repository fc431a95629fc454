import { useEffect, useState } from 'react';
import { go, usePlace } from '../link/place.ts';

const settleMs = 280;

/** The search field: what is typed goes into the address once it rests. Back leaves the search as a whole. */
export function useSearch(): [typed: string, type: (text: string) => void] {
  const { keyword } = usePlace();
  const [typed, setTyped] = useState(keyword);
  const [said, setSaid] = useState(keyword);
  // The address was changed elsewhere: by back, or by opening a folder that was found.
  if (said !== keyword) {
    setSaid(keyword);
    setTyped(keyword);
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === keyword) return;
    const timer = setTimeout(() => go({ keyword: wanted, preview: null }, { replace: keyword !== '' }), settleMs);
    return () => clearTimeout(timer);
  }, [typed, keyword]);
  return [typed, setTyped];
}
