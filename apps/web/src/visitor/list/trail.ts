import type { LinkInstance } from '@alcove/contract';
import { linkPath } from '../link/link-path.ts';

export interface Step {
  instanceId: string;
  name: string;
  parentId: string | null;
}

const key = `alcove-share-trail:${linkPath}`;
const known = new Map<string, Step>(kept());

function kept(): [string, Step][] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, Step][];
  } catch {
    return [];
  }
}

/** Remembers a folder that is entered, so that a reload inside it still names the folders above. */
export function remember({
  instanceId,
  instanceName: name,
  parentId,
}: Pick<LinkInstance, 'instanceId' | 'instanceName' | 'parentId'>): void {
  known.set(instanceId, { instanceId, name, parentId });
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
