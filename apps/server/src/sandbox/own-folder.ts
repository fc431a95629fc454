import { chown, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'alcove-confined-';
/** Longer than anything runs. */
const abandonedMs = 24 * 3_600_000;

/** A new folder of the server's own, for what it hands to one program after the other, on the disk where they have theirs. */
export async function withOwnFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** Removes what servers left that were killed. Answers how many folders. */
export async function removeAbandoned(): Promise<number> {
  let removed = 0;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Infinity })); // gone meanwhile
    if (mtimeMs > Date.now() - abandonedMs) continue;
    await removeFolder(path);
    removed += 1;
  }
  return removed;
}
/** Of what `lstat` counts in, whatever the file system's own. */
const blockSize = 512;

/** A new folder that belongs to whoever the program runs as, and to nobody else. */
export async function makeFolder({ uid, gid }: { uid?: number; gid?: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Bytes that all files below it take up, the input included; a hole in one takes none. What vanishes meanwhile counts nothing. */
export async function sizeOfFolder(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(nothing)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) size += await sizeOfFolder(path);
    else {
      const file = await lstat(path).catch(() => ({ size: 0, blocks: 0 }));
      size += Math.min(file.size, file.blocks * blockSize);
    }
  }
  return size;
}

/**
 * After the last process of the run has ended, so that nothing is exchanged meanwhile. Leaves folders and plain files: a link that the program put in the place of what it was to make would be followed by the server,
 * which may read more than the program may; a pipe would keep it waiting.
 */
export async function removeOddFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeOddFiles(join(folder, entry.name));
    else if (!entry.isFile()) await rm(join(folder, entry.name), { force: true });
  }
}

/** A program removes its own files while they are counted. */
const nothing = (error: NodeJS.ErrnoException): never[] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};
