/**
 * Keeps the browser's cache from one test to the next. Playwright empties it with each reuse of a context, so that every test would fetch
 * and compile the application anew: V8 keeps compiled code only with the answer that it was compiled from. The application's files never
 * change under their names, and everything else that the server answers must not be stored. A test that needs an empty cache opens a
 * context of its own.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const library = dirname(createRequire(require.resolve('@playwright/test')).resolve('playwright-core/package.json'));
const { CRBrowserContext } = require(join(library, 'lib/server/chromium/crBrowser.js')) as {
  CRBrowserContext: { prototype: { clearCache: () => Promise<void> } };
};
if (!('clearCache' in CRBrowserContext.prototype)) throw new Error('this Playwright empties the cache in another way');
CRBrowserContext.prototype.clearCache = async () => {};
