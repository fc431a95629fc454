/**
 * Begins the files that take longest first, so that the end of a run keeps all cores busy. Playwright takes files by their names, and has no
 * setting for the order.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The longest first (./test prints them). */
const longest: readonly string[] = [
  'two-faced',
  'admin-people',
  'resume',
  'visitor-page',
  'selection',
  'hand-lists',
  'admin-logs',
  'upload-errors',
  'sharing',
  'groups',
  'admin-review',
  'faults',
  'second-factor',
  'single-sign-on',
  'keyboard-shortcuts',
  'move-copy',
  'my-sharing',
  'link-looks',
  'content-origin',
  'hand',
  'details',
  'sign-in-tabs',
  'access-requests',
  'search',
  'accessibility',
];

for (const name of longest)
  if (!existsSync(join(import.meta.dirname, `${name}.spec.ts`))) throw new Error(`there is no file ${name}.spec.ts to begin first`);

interface Group {
  requireFile: string;
}

const rank = ({ requireFile }: Group): number => {
  const at = longest.indexOf(basename(requireFile, '.spec.ts'));
  return at < 0 ? longest.length : at;
};

const require = createRequire(import.meta.url);
const library = dirname(createRequire(require.resolve('@playwright/test')).resolve('playwright/package.json'));
const { Dispatcher } = require(join(library, 'lib/runner/dispatcher.js')) as {
  Dispatcher: { prototype: { run: (groups: Group[], ...rest: unknown[]) => Promise<void> } };
};
const { run } = Dispatcher.prototype;
Dispatcher.prototype.run = function runLongestFirst(groups, ...rest) {
  return run.call(
    this,
    groups.toSorted((a, b) => rank(a) - rank(b)),
    ...rest,
  );
};
