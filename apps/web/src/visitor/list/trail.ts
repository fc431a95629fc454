import type { LinkInstance } from '@alcove/contract';
import { linkPath } from '../link/link-path.ts';

export interface Step {
  instanceId: string;
  name: string;
  parentId: string | null;
}
type Placed = Pick<LinkInstance, 'instanceId' | 'instanceName' | 'parentNames' | 'instancePathIds'>;

const key = `alcove-share-trail:${linkPath}`;
const known = new Map<string, Step>(kept());

function kept(): [string, Step][] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, Step][];
  } catch {
    return [];
  }
}

/** The folders above an item, from the first below the shared one down. The server tells an item's place from the shared folder on. */
export const stepsAbove = ({ parentNames, instancePathIds }: Pick<Placed, 'parentNames' | 'instancePathIds'>): Step[] =>
  parentNames
    .map((name, at) => ({ instanceId: instancePathIds[at] ?? '', name, parentId: at === 0 ? null : (instancePathIds[at - 1] ?? null) }))
    .slice(1);

/** Remembers a folder that is entered, with those above it, so that a reload inside it still names them even if it is empty. */
export function remember(folder: Placed): void {
  const above = stepsAbove(folder);
  const { instanceId, instanceName: name, instancePathIds } = folder;
  for (const step of [...above, { instanceId, name, parentId: instancePathIds.at(-2) ?? null }]) known.set(step.instanceId, step);
  try {
    sessionStorage.setItem(key, JSON.stringify([...known]));
  } catch {
    // Storage is blocked or full: the names last as long as the page.
  }
}

/** The folders below the shared one that lead to `folder`, that itself last. Folders above the shared one are never in it. */
export function trailTo(folder: string | null, root: string, steps: ReadonlyMap<string, Step> = known): Step[] {
  const trail: Step[] = [];
  let at = folder;
  while (at !== null && at !== root && trail.every(({ instanceId }) => instanceId !== at)) {
    const step = steps.get(at);
    if (!step) break;
    trail.unshift(step);
    at = step.parentId;
  }
  return trail;
}
