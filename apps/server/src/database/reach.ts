/** Who can get at a folder: the embedded PostgreSQL runs as another user than root. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The nearest folder on the way from the root to `path` that other users cannot pass through, or null. */
export function closedFolder(path: string): string | null {
  const way: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    way.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of way) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found) return null; // not made yet: whoever makes it chooses its mode
    if ((found.mode & 0o001) === 0) return folder;
  }
  return null;
}

export const isReachableByOthers = (path: string): boolean => closedFolder(path) === null;
