import { chown, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'alcove-confined-';
/** Longer than any run takes. */
const abandonedMs = 24 * 3_600_000;

/** Creates a folder of the server's own, for files that it passes from one program to the next, on the same disk as the runs' folders. */
export async function withOwnFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** Removes the folders of killed servers. Returns how many. */
export async function removeAbandoned(): Promise<number> {
  let removed = 0;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Infinity })); // removed meanwhile
    if (mtimeMs > Date.now() - abandonedMs) continue;
    await removeFolder(path);
    removed += 1;
  }
  return removed;
}
/** The unit of `lstat`, whatever the file system's own. */
const blockSize = 512;

/** Creates a folder that only the program's user can access. */
export async function makeFolder({ uid, gid }: { uid?: number; gid?: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Bytes on disk of all files below it, the input included; holes take none. Files that vanish meanwhile count nothing. */
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
 * Leaves only folders and plain files. It runs after the last process of the run has ended, so that nothing changes meanwhile. The server
 * would follow a link that the program created in place of its output, and may read more than the program; it would block on a pipe.
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
