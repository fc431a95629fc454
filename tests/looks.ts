import type { Page } from '@playwright/test';
import type { Person } from '../apps/server/src/testing/index.ts';
import { enter } from './company.ts';
import { thorough } from './thorough.ts';

interface Look {
  colorScheme: 'light' | 'dark';
  width: 1440 | 390;
}

/** One pass through a screen in one language. The test operates the screen in the first look. */
export interface Walk {
  locale: 'zh-CN' | 'en-US';
  looks: readonly [Look, Look];
}

/**
 * Together these cover every pair of color scheme, width and language, so that a bug that depends on one or two of these shows. Each screen
 * is operated once at desktop width and once at phone width.
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

/**
 * The walks of a screen that is operated alike at both widths. The ordinary run operates it in the named form only; it still sees the screen
 * at both widths and in both colors.
 */
export const walksOf = (form: 'desktop' | 'phone'): readonly Walk[] =>
  thorough ? walks : walks.filter(({ looks: [{ width }] }) => (width === 390) === (form === 'phone'));

const sizeOf = ({ width }: Look) => ({ width, height: width === 390 ? 844 : 900 });

/** Signs that person in on the test's own page, in the walk's first look: the application is compiled there, unlike in a new browser. */
export async function startWalk(page: Page, person: Person, { locale, looks: [first] }: Walk): Promise<Page> {
  await enter(page.context(), person);
  await page.addInitScript((language) => localStorage.setItem('alcove-language', language), locale);
  await wear(page, first);
  return page;
}

/**
 * Checks the current state of the page in both looks of the walk, without a reload, and returns to the first. If ALCOVE_PICTURES names a
 * folder, it also saves a screenshot of each.
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

/** Applies a look to an open page, and waits until the screen is drawn for its width: whoever clicks sooner meets the other form. */
export async function wear(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look.colorScheme });
  await page.setViewportSize(sizeOf(look));
  await page.evaluate(async (frames) => {
    for (let drawn = 0; drawn < frames; drawn += 1) await new Promise(requestAnimationFrame);
  }, framesToRedraw);
}
const framesToRedraw = 3;
