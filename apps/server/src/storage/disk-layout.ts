/**
 * The layout of a bucket's folder. File names are hashes or random, so no key can point anywhere else.
 * objects/ab/<sha256 of key>   an object: its bytes if it was put in one request, then its manifest
 * parts/cd/<upload id>/        the accepted parts of an upload, and of the object it became
 * open/<upload id>             an upload that is neither merged nor aborted
 * tmp/                         files being written or removed; swept at start
 */
import { hash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errno } from './storage-error.ts';

export interface DiskLayout {
  readonly root: string;
  readonly tmp: string;
  readonly open: string;
  objectPath(key: string): string;
  partsFolder(uploadId: string): string;
  openPath(uploadId: string): string;
  /** A new name. It contains the process id, so that a sweep leaves other processes' files alone. */
  stagePath(): string;
  retiredPath(): string;
  gonePath(): string;
}

export const FANS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

export function diskLayout(folder: string, bucket: string): DiskLayout {
  const root = join(folder, bucket);
  const tmp = join(root, 'tmp');
  // Drawn once, and then counted: to draw bytes for each name takes longer than the rest of it.
  const drawn = randomBytes(12).toString('hex');
  let made = 0;
  const fresh = (kind: string) => `${tmp}/${kind}-${process.pid}-${drawn}-${made++}`;
  return {
    root,
    tmp,
    open: join(root, 'open'),
    objectPath(key) {
      const name = hash('sha256', key, 'hex');
      return `${root}/objects/${name.slice(0, 2)}/${name}`;
    },
    partsFolder: (uploadId) => join(root, 'parts', uploadId.slice(0, 2), uploadId),
    openPath: (uploadId) => join(root, 'open', uploadId),
    stagePath: () => fresh('stage'),
    retiredPath: () => fresh('retired'),
    gonePath: () => fresh('gone'),
  };
}

/** Creates all folders once, so that no request has to. `sync` is called for every folder that got a new entry. */
export async function makeFolders(layout: DiskLayout, sync: (folder: string) => Promise<void>): Promise<void> {
  // Other users of the machine get no access, not even to files that an earlier version left readable.
  await mkdir(layout.root, { recursive: true, mode: 0o700 });
  await chmod(layout.root, 0o700);
  const last = join(layout.root, 'made');
  if (await stat(last).catch(() => null)) return;
  for (const place of ['tmp', 'open', 'objects', 'parts']) await mkdir(join(layout.root, place), { recursive: true, mode: 0o700 });
  for (const place of ['objects', 'parts']) {
    // Five hundred turns of the thread pool take longer than the folders, and nobody is answered yet.
    for (const fan of FANS) mkdirSync(join(layout.root, place, fan), { recursive: true, mode: 0o700 });
    await sync(join(layout.root, place));
  }
  // Written last: its presence means that the other folders exist. Two processes may get here at the same time.
  await mkdir(last, { recursive: true, mode: 0o700 });
  await sync(layout.root);
  await sync(dirname(layout.root));
}

function processIsAlive(pid: number): boolean {
  if (pid === process.pid) return false; // a file with our process id was left by an earlier process
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errno(error) === 'EPERM';
  }
}

/** Removes what a killed process left. `finishRemoval` completes a removal that was under way; everything else was never acknowledged. */
export async function sweep(layout: DiskLayout, finishRemoval: (retired: string) => Promise<void>): Promise<number> {
  let swept = 0;
  for (const name of await readdir(layout.tmp)) {
    const path = join(layout.tmp, name);
    const [kind, pid] = name.split('-');
    if (kind === 'retired') await finishRemoval(path);
    else if (kind === 'gone') await rm(path, { recursive: true, force: true });
    else if (processIsAlive(Number(pid))) continue;
    else await unlink(path).catch(() => {});
    swept += 1;
  }
  return swept;
}
