/**
 * Runs test files one after the other in this process, so that the server is loaded and compiled once for all of them.
 * node --test-reporter=… scripts/test-group.ts file…
 * Each file becomes a suite with its name, so its `before` and `after` hooks apply to it alone. `count-reporter.ts` tells the files apart
 * by it.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import './cheap-test-context.ts';

const { after, describe } = await import('node:test');

const root = resolve(import.meta.dirname, '..');
const lingerMs = 10_000;

for (const file of process.argv.slice(2)) describe(file, () => import(pathToFileURL(join(root, file)).href).then(() => {}));

// An open handle that a file left behind would keep this process alive without a hint of what it is.
after(() => {
  setTimeout(() => {
    console.error(`Still open ${lingerMs / 1000} s after the last test: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, lingerMs).unref();
});
