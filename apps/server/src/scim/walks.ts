/** Where the page after one begins: in the order of ids, behind this one. */
export interface Walk {
  after: string;
  total: number;
}

const mostKept = 500;
const keptMs = 5 * 60_000;

/**
 * Providers read a list page by page, by number. Whoever asks for the page behind the one that was answered gets it from where that ended: nobody is
 * counted or passed again, and nobody is left out because somebody before them was deleted meanwhile. In memory: for another process, each page begins
 * at the first person, as the protocol says.
 */
export function keepWalks(now: () => number = () => performance.now()): {
  find(platformId: string, startIndex: number): Walk | null;
  keep(platformId: string, startIndex: number, walk: Walk): void;
} {
  const kept = new Map<string, Walk & { until: number }>();
  const keyOf = (platformId: string, startIndex: number): string => `${platformId} ${startIndex}`;
  return {
    find(platformId, startIndex) {
      const walk = kept.get(keyOf(platformId, startIndex));
      return walk && walk.until > now() ? walk : null;
    },
    keep(platformId, startIndex, walk) {
      const key = keyOf(platformId, startIndex);
      kept.delete(key);
      kept.set(key, { ...walk, until: now() + keptMs });
      if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    },
  };
}
