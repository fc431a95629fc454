/** Lists all objects of a bucket's folder in pages, ordered by file name. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FANS } from './disk-layout.ts';
import type { DiskLayout } from './disk-layout.ts';
import { BrokenObject, readManifest } from './disk-manifest.ts';
import type { ObjectPage, StoredObject } from './object-store.ts';
import { errno } from './storage-error.ts';

const readAtOnce = 16;

/** `after` is a file name. One of the 256 folders is read into memory at a time. */
export async function listDiskObjects(layout: DiskLayout, after: string | null, most: number): Promise<ObjectPage> {
  const objects: StoredObject[] = [];
  for (const fan of FANS) {
    if (after !== null && fan < after.slice(0, 2)) continue;
    const folder = join(layout.root, 'objects', fan);
    const names = (await namesIn(folder)).sort().filter((name) => after === null || name > after);
    for (let from = 0; from < names.length; from += readAtOnce) {
      const some = names.slice(from, from + readAtOnce);
      const found = await Promise.all(some.map((name) => readObject(join(folder, name), name)));
      objects.push(...found.filter((object) => object !== null));
      if (objects.length >= most) return { objects, next: some.at(-1)! };
    }
  }
  return { objects, next: null };
}

/** A store without a folder has no objects. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (errno(error) === 'ENOENT') return [];
    throw error;
  });

/** Null if it was removed meanwhile. */
async function readObject(path: string, name: string): Promise<StoredObject | null> {
  try {
    const found = await readManifest(path);
    return found && { key: found.manifest.key, name, size: found.manifest.size, modified: found.modified };
  } catch (error) {
    if (!(error instanceof BrokenObject)) throw error;
    const broken = await stat(path).catch(() => null);
    return broken && { key: null, name, size: broken.size, modified: broken.mtime };
  }
}
