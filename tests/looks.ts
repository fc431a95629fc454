import type { Browser, Page } from '@playwright/test';
import type { Person } from '../apps/server/src/testing/index.ts';
import { enter } from './company.ts';

export interface Look {
  colorScheme: 'light' | 'dark';
  width: 1440 | 390;
  locale: 'zh-CN' | 'en-US';
}

/** In which ways a screen is looked at: of colors, width and language every two meet, so each fault of one or of two of them shows. */
export const looks: readonly Look[] = [
  { colorScheme: 'light', width: 1440, locale: 'zh-CN' },
  { colorScheme: 'dark', width: 1440, locale: 'en-US' },
  { colorScheme: 'dark', width: 390, locale: 'zh-CN' },
  { colorScheme: 'light', width: 390, locale: 'en-US' },
];

/** A browser of that person's in one of these ways; its context is for the caller to close. */
export async function openLook(browser: Browser, person: Person, { colorScheme, width, locale }: Look): Promise<Page> {
  const context = await browser.newContext({ colorScheme, locale, viewport: { width, height: width === 390 ? 844 : 900 } });
  await enter(context, person);
  const page = await context.newPage();
  await page.addInitScript((language) => localStorage.setItem('alcove-language', language), locale);
  return page;
}
