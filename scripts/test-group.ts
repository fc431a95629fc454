/**
 * Runs files of tests one after the other in this one process: the server is loaded and compiled once for all of them.
 *   node --test-reporter=… scripts/test-group.ts file…
 * Each file is a suite of its name, so that what it sets up `before` and `after` is its own. `count-reporter.ts` tells the files apart by it.
 */
import { after, describe } from 'node:test';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const lingerMs = 10_000;

for (const file of process.argv.slice(2)) describe(file, () => import(pathToFileURL(join(root, file)).href).then(() => {}));

// What a file forgot to close would keep this process until somebody kills it, and nobody would know what it was.
after(() => {
  setTimeout(() => {
    console.error(`Still open ${lingerMs / 1000} s after the last test: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, lingerMs).unref();
});
