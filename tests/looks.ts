import type { Browser, Page } from '@playwright/test';
import type { Person } from '../apps/server/src/testing/index.ts';
import { enter } from './company.ts';

interface Look {
  colorScheme: 'light' | 'dark';
  width: 1440 | 390;
}

/** One way through a screen in one language, by hand in the first look. */
export interface Walk {
  locale: 'zh-CN' | 'en-US';
  looks: readonly [Look, Look];
}

/**
 * Between them every pair of color scheme, width and language occurs, so that a fault of one or two of them shows; and each screen is
 * walked once as on a desktop and once as on a phone.
 */
export const walks: readonly Walk[] = [
  {
    locale: 'zh-CN',
    looks: [
      { colorScheme: 'light', width: 1440 },
      { colorScheme: 'dark', width: 390 },
    ],
  },
  {
    locale: 'en-US',
    looks: [
      { colorScheme: 'light', width: 390 },
      { colorScheme: 'dark', width: 1440 },
    ],
  },
];

const sizeOf = ({ width }: Look) => ({ width, height: width === 390 ? 844 : 900 });

/** Opens a browser for that person in the walk's first look; the caller closes its context. */
export async function openWalk(browser: Browser, person: Person, { locale, looks: [first] }: Walk): Promise<Page> {
  const context = await browser.newContext({ colorScheme: first.colorScheme, locale, viewport: sizeOf(first) });
  await enter(context, person);
  const page = await context.newPage();
  await page.addInitScript((language) => localStorage.setItem('alcove-language', language), locale);
  return page;
}

/**
 * Checks what is open now in both looks of the walk, without a reload, and returns to the first. With ALCOVE_PICTURES set to a folder,
 * it also takes a picture of each.
 */
export async function inBothLooks(
  page: Page,
  { locale, looks }: Walk,
  name: string,
  check: (width: number) => Promise<void>,
): Promise<void> {
  for (const look of looks) {
    await wear(page, look);
    await check(look.width);
    const folder = process.env['ALCOVE_PICTURES'];
    if (folder) await page.screenshot({ path: `${folder}/${name}-${look.colorScheme}-${look.width}-${locale}.png` });
  }
  await wear(page, looks[0]);
}

/** Puts a look on an open page. */
export async function wear(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look.colorScheme });
  await page.setViewportSize(sizeOf(look));
}

/** Checks what is open now in light and in dark colors, without a reload. */
export async function inBothColors(page: Page, check: (colorScheme: Look['colorScheme']) => Promise<void>): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await check(colorScheme);
  }
}
