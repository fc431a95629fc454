/**
 * Pages that the browser keeps whole when they are left, and shows again on the way back (0106). Chromium's headless shell keeps none, so this needs the
 * whole Chromium, for which Playwright has to leave its switch away.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { enter, expect, test } from './company.ts';

const whole = process.env['WHOLE_CHROMIUM_PATH'] ?? '/usr/bin/chromium';
test.skip(!existsSync(whole), `There is no ${whole}: Debian's package chromium, or WHOLE_CHROMIUM_PATH.`);

/** How a page that was kept looked when it was first drawn again. */
const shown = (page: Page) => page.evaluate(() => sessionStorage.getItem('shown')).catch(() => null);

test(
  'a page that the browser kept goes on, but shows nothing once its person is signed out',
  { tag: '@thorough' },
  async ({ company, person }) => {
    await person.folder('只给自己看');
    const browser = await chromium.launch({
      executablePath: whole,
      ignoreDefaultArgs: ['--disable-back-forward-cache', '--headless', '--headless=old', '--hide-scrollbars'],
      args: ['--headless=new', '--no-sandbox'],
    });
    try {
      const context = await browser.newContext({ baseURL: company.origin, locale: 'zh-CN' });
      await context.addInitScript(() =>
        addEventListener('pageshow', ({ persisted }) => {
          if (!persisted) return;
          sessionStorage.setItem('shown', 'kept');
          requestAnimationFrame(() => sessionStorage.setItem('shown', getComputedStyle(document.body).visibility));
        }),
      );
      await enter(context, person);
      const page = await context.newPage();
      const secret = page.getByText('只给自己看');
      await page.goto('/disk/personalFile');
      await expect(secret).toBeVisible();

      // A page of the drive would tell the kept one something, and Chromium drops what it kept then.
      await page.goto('/disk/privacyPolicy');
      await page.goBack({ waitUntil: 'commit' });
      await expect.poll(() => shown(page), 'still the same person').toBe('visible');
      await person.folder('后来的');
      await expect(page.getByText('后来的'), 'it hears of changes again').toBeVisible();

      await page.goto('/disk/privacyPolicy');
      // As a sign-out in another tab leaves it.
      await context.clearCookies();
      await page.evaluate(() => {
        sessionStorage.removeItem('shown');
        localStorage.setItem('alcove-signed-in', ` ${Date.now()}`);
      });
      await page.goBack({ waitUntil: 'commit' });
      await expect.poll(() => shown(page), 'it was kept, and cannot be seen').toMatch(/kept|hidden/);
      await expect(page).toHaveURL(/\/disk\/signIn\?redirect=/);
      await expect(secret).toHaveCount(0);
    } finally {
      await browser.close();
    }
  },
);
