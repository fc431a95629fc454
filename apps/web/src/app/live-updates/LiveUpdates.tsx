import { useEffect } from 'react';
import { stayLive } from './live-updates.ts';

/** Shows nothing; while it is there, what is shown follows what happens elsewhere. */
export default function Live() {
  useEffect(stayLive, []);
  return null;
}
