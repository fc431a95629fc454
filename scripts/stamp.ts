/** Tells whether sources changed since something was built from them. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const made = ['node_modules', 'dist', '.cache', '.tsbuild'];

/** Hashes names, sizes and times of files and of all files in folders. Hashing the contents would take longer than the rest of the start. */
export function stampOf(places: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const about = statSync(path);
    if (about.isDirectory()) return walk(path);
    hash.update(`${path}\0${about.size}\0${about.mtimeMs}\n`);
  };
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.isDirectory() ? !made.includes(entry.name) : entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        add(join(folder, entry.name));
  };
  for (const path of places) add(path);
  return hash.digest('hex');
}
