/** A cache of open files, and one sync per folder for concurrent writers. */
import { close, fstat, fsync, open } from 'node:fs';
import { promisify } from 'node:util';
import { WarmPages } from './warm-pages.ts';

const openFile = promisify(open);
const syncFile = promisify(fsync);
const statFile = promisify(fstat);

export interface OpenFile {
  readonly path: string;
  readonly fd: number;
  readonly inode: number;
  readonly warm: WarmPages;
  users: number;
  /** Acquired again since files were last looked through for one to close. */
  recent: boolean;
  forgotten: boolean;
}

/**
 * Read-only descriptors. Those that were not used recently are closed first. A file in use is never closed, not even when it is forgotten: its
 * reader reads the same bytes to the end.
 */
export class OpenFiles {
  readonly #limit: number;
  readonly #known = new Map<string, OpenFile>();
  readonly #opening = new Map<string, Promise<OpenFile>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Synchronous if the file is open already, so that reads of warm files need no turn of the event loop. */
  acquire(path: string): OpenFile | Promise<OpenFile> {
    const file = this.#known.get(path);
    if (!file) return this.#open(path);
    file.recent = true;
    file.users += 1;
    return file;
  }

  release(file: OpenFile): void {
    file.users -= 1;
    if (file.users > 0) return;
    if (file.forgotten) close(file.fd, () => {});
    else if (this.#known.size > this.#limit) this.#trim();
  }

  /** Call it when the path now names another file, or none. */
  forget(path: string): void {
    const file = this.#known.get(path);
    if (!file) return;
    this.#known.delete(path);
    file.forgotten = true;
    if (file.users === 0) close(file.fd, () => {});
  }

  closeAll(): void {
    for (const path of [...this.#known.keys()]) this.forget(path);
  }

  async #open(path: string): Promise<OpenFile> {
    let opening = this.#opening.get(path);
    if (!opening) {
      opening = (async () => {
        const fd = await openFile(path, 'r');
        const file = { path, fd, inode: (await statFile(fd)).ino, warm: new WarmPages(), users: 0, recent: false, forgotten: false };
        this.#known.set(path, file);
        return file;
      })().finally(() => this.#opening.delete(path));
      this.#opening.set(path, opening);
    }
    const file = await opening;
    file.users += 1;
    if (this.#known.size > this.#limit) this.#trim();
    return file;
  }

  /** A file that was used recently gets a second turn at the end. To move it there at each use would cost more than it sorts. */
  #trim(): void {
    for (const [path, file] of this.#known) {
      if (this.#known.size <= this.#limit) return;
      if (file.users > 0) continue;
      if (!file.recent) this.forget(path);
      else {
        file.recent = false;
        this.#known.delete(path);
        this.#known.set(path, file);
      }
    }
  }
}

/**
 * Makes renames durable. Callers that arrive while a sync runs share the next one, because the running one may have missed their rename.
 */
export class FolderSync {
  readonly #files: OpenFiles;
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  constructor(files: OpenFiles) {
    this.#files = files;
  }

  sync(folder: string): Promise<void> {
    const running = this.#running.get(folder);
    if (!running) return this.#run(folder);
    let next = this.#next.get(folder);
    if (!next) {
      next = running
        .catch(() => {})
        .then(() => {
          this.#next.delete(folder);
          return this.#run(folder);
        });
      this.#next.set(folder, next);
    }
    return next;
  }

  #run(folder: string): Promise<void> {
    const run = (async () => {
      const file = await this.#files.acquire(folder);
      try {
        await syncFile(file.fd);
      } finally {
        this.#files.release(file);
      }
    })().finally(() => {
      if (this.#running.get(folder) === run) this.#running.delete(folder);
    });
    this.#running.set(folder, run);
    return run;
  }
}
