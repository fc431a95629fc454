import type { Browser, Page } from '@playwright/test';
import type { Person } from '../apps/server/src/testing/index.ts';
import { enter } from './company.ts';

export interface Look {
  colorScheme: 'light' | 'dark';
  width: 1440 | 390;
  locale: 'zh-CN' | 'en-US';
}

/** Combinations of color scheme, width and language. Every pair of values occurs, so that a fault of one or two of them shows. */
export const looks: readonly Look[] = [
  { colorScheme: 'light', width: 1440, locale: 'zh-CN' },
  { colorScheme: 'dark', width: 1440, locale: 'en-US' },
  { colorScheme: 'dark', width: 390, locale: 'zh-CN' },
  { colorScheme: 'light', width: 390, locale: 'en-US' },
];

/** Opens a browser for that person in one combination; the caller closes its context. */
export async function openLook(browser: Browser, person: Person, { colorScheme, width, locale }: Look): Promise<Page> {
  const context = await browser.newContext({ colorScheme, locale, viewport: { width, height: width === 390 ? 844 : 900 } });
  await enter(context, person);
  const page = await context.newPage();
  await page.addInitScript((language) => localStorage.setItem('alcove-language', language), locale);
  return page;
}
