import { useEffect, useState } from 'react';
import { comeBackInNewBuild, mayBeOutdated } from '../api/new-build.ts';

const againMs = 1000;

/**
 * Where a screen failed because a new build was installed, loads the page anew, as soon as that interrupts nothing. `looks`: until it is known
 * whether that helps, and until the page goes.
 */
export function useNewBuild(error: unknown): 'looks' | 'held' | 'none' {
  const concerns = mayBeOutdated(error);
  const [found, setFound] = useState<'looks' | 'held' | 'none'>('looks');
  useEffect(() => {
    if (!concerns) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const next = await comeBackInNewBuild();
      if (left || next === 'reloads') return;
      setFound(next);
      if (next === 'held') timer = setTimeout(() => void look(), againMs);
    };
    void look();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [concerns]);
  return concerns ? found : 'none';
}
