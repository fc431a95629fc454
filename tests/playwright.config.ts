import { defineConfig } from '@playwright/test';

/** Debian's Chromium does not run its sandbox as root. Each test file starts the server it needs. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/browser',
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // Tracing makes every test half as long again, so only retries are traced. ./test names each retried test.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    // Every frame of an animation is drawn by the processor here; files.spec.ts keeps the motion.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
