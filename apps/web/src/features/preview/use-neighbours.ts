import { useState } from 'react';
import type { Instance } from '@alcove/contract';

interface Neighbours {
  /** From 0; -1 for a file that is not, or no longer, in the list. */
  at: number;
  before: Instance | undefined;
  after: Instance | undefined;
}

/** The previous and next file in the list. When a file leaves the list, the next one takes its position. */
export function useNeighbours(item: Instance, list: readonly Instance[]): Neighbours {
  const at = list.findIndex((one) => one.instanceId === item.instanceId);
  const [stood, setStood] = useState(at);
  if (at >= 0 && at !== stood) setStood(at);
  if (at >= 0) return { at, before: list[at - 1], after: list[at + 1] };
  return { at, before: list[stood - 1], after: stood < 0 ? undefined : list[stood] };
}
