import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how: { type: 'minor' | 'major' }) => void;

/** A new context has the function only while the flag is set. */
function makeCollect(): Collect {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}

let made: Collect | undefined;

/** Collects V8's young objects, or all of them. */
export const collect: Collect = (how) => (made ??= makeCollect())(how);
