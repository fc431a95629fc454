/** Who can reach a folder. As root, the embedded PostgreSQL runs as another user. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The first folder from the root down to `path` that other users cannot pass through, or null. */
export function closedFolder(path: string): string | null {
  const way: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    way.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of way) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found) return null; // does not exist yet: whoever creates it chooses its mode
    if ((found.mode & 0o001) === 0) return folder;
  }
  return null;
}

export const isReachableByOthers = (path: string): boolean => closedFolder(path) === null;
