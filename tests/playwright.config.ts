import './kept-cache.ts';
import { defineConfig } from '@playwright/test';
import './longest-first.ts';
import './plain-stacks.ts';
import { fontHost, plainHost } from './names.ts';
import { thorough } from './thorough.ts';

// A worker's tests share one browser context, emptied between them, so that the browser compiles the application once for all of them.
process.env['PW_TEST_REUSE_CONTEXT'] = '1';

/**
 * V8's flags for pages that live for seconds. What the optimizing compilers make of a function costs more than it ever saves, unless a loop
 * is as hot as a hash or a PDF; objects that are collected late are mostly dead; and helping threads only take the processor from the other
 * workers. Together this is a tenth of the renderers' processor time.
 */
const javaScript = [
  '--expose-gc',
  '--invocation-count-for-maglev=8000',
  '--invocation-count-for-turbofan=60000',
  '--min-semi-space-size=16', // MiB
  '--single-threaded-gc',
];

/**
 * Playwright from 1.60 on takes a snapshot of the whole page for each attempt of an expectation that does not hold yet: a tenth of the
 * processor time of all browser tests. So it stays at 1.59 as long as that cannot be switched off.
 *
 * Debian's Chromium does not run its sandbox as root; its headless shell is the same build without what draws windows. Each test file starts
 * the server it needs.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/browser',
  ...(thorough ? {} : { grepInvert: /@thorough/ }),
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  // Tracing makes every test take half as long again, so only retries are traced. ./test names each retried test.
  retries: process.env['CI'] ? 1 : 0,
  // Some machines take four times as long as others.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    // The tests run without a GPU, so the processor draws every frame of an animation. Only files.spec.ts keeps motion on.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        `--host-resolver-rules=MAP ${plainHost} 127.0.0.1, MAP ${fontHost} ~NOTFOUND`,
        `--js-flags=${javaScript.join(' ')}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
