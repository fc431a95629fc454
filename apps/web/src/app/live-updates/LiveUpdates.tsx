import { useEffect } from 'react';
import { stayLive } from './live-updates.ts';

/** Renders nothing; while mounted, it applies changes made elsewhere to what is shown. */
export default function Live() {
  useEffect(stayLive, []);
  return null;
}
