import { defineConfig } from '@playwright/test';

/** Debian's Chromium; it refuses its sandbox to root. Each test file opens the server it needs. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/browser',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A trace makes every test half as long again: it is taken where a test is run a second time. ./test names each such test.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
