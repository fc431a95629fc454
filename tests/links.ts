/** Helpers for browser tests of external links: made by their creators' call, opened signed out. */
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type sharpModule from 'sharp';
import { expect } from './company.ts';
import { wear } from './looks.ts';
import { calls, failures } from '../packages/contract/src/index.ts';
import type { InputOf } from '../packages/contract/src/index.ts';
import type { Client, Person } from '../apps/server/src/testing/index.ts';

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp') as typeof sharpModule;

type Fields = Omit<InputOf<typeof calls.link.createOrUpdate>, 'instanceIds'>;

/** Makes a link to an item, and waits until it is open. Returns its path. */
export async function opensLink(person: Person, stranger: Client, instanceId: string, fields: Fields = {}): Promise<string> {
  const { linkPath } = await person.call(calls.link.createOrUpdate, { instanceIds: [instanceId], permissions: ['download'], ...fields });
  const isVerified = async (): Promise<boolean> =>
    (await stranger.ask(calls.link.queryConfig, { linkPath })).errcode !== failures.LINK_VERIFYING.errcode;
  await expect.poll(isVerified, { intervals: [100] }).toBe(true);
  return linkPath;
}

export const addressOf = (linkPath: string): string => `/disk/fileDownload?link=${linkPath}`;

interface Looks {
  colorScheme?: 'light' | 'dark';
  locale?: 'zh-CN' | 'en-US';
  phone?: boolean;
}

/** A browser that nobody is signed in with. */
export function signedOut(
  browser: Browser,
  baseURL: string,
  { colorScheme = 'light', locale = 'zh-CN', phone = false }: Looks = {},
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    colorScheme,
    locale,
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    reducedMotion: 'reduce',
  });
}

/** Opens a link on a page that nobody is signed in with, in that look. Unlike in a new browser, the page is compiled there already. */
export async function opensAs(
  page: Page,
  path: string,
  { colorScheme = 'light', locale = 'zh-CN', phone = false }: Looks = {},
): Promise<void> {
  await page.addInitScript((language) => localStorage.setItem('alcove-language', language), locale);
  await wear(page, { colorScheme, width: phone ? 390 : 1440 });
  await page.goto(addressOf(path));
}

/** A picture of two colors, one light and one dark. */
export const picture = async (): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(
    await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#f2d7bd' } })
      .composite([{ input: { create: { width: 1600, height: 500, channels: 3, background: '#0b3b40' } }, top: 500, left: 0 }])
      .png()
      .toBuffer(),
  );

/** Saves a picture of the page if ALCOVE_PICTURES names a folder. */
export async function keepsPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['ALCOVE_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
