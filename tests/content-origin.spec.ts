/** User content on its own origin: every kind of preview and a download must work from there, without navigating the page. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type sharpModule from 'sharp';
import { freePort } from '../apps/server/src/testing/index.ts';
import { expect, inCompanyOf } from './company.ts';
import { pdfOf } from './pdfs.ts';

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp') as typeof sharpModule;

let contentOrigin: string;
const { test } = inCompanyOf(async () => {
  const port = await freePort();
  contentOrigin = `http://localhost:${port}`; // the page is at 127.0.0.1; for a browser another host name is another site
  return { contentOrigin, port };
});

test('pictures, texts, documents and downloads come from the address of files, and cookies do not go there', async ({
  signedIn: page,
  person,
}) => {
  const png = await sharp({ create: { width: 320, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await person.uploads(Buffer.from(png), '1 picture.png');
  await person.uploads('words of a text', '2 text.txt');
  await person.uploads(pdfOf(['first page', 'second page']), '3 document.pdf');
  await person.uploads('<h1>a page of somebody else</h1>', '4 page.html');
  const read: { url: string; cookie: string | undefined }[] = [];
  page.on('request', async (request) => {
    if (request.url().includes('/storage/')) read.push({ url: request.url(), cookie: (await request.allHeaders())['cookie'] });
  });
  await page.goto('/disk/personalFile?sort=instanceName&order=asc');
  const dialog = page.getByRole('dialog', { name: /^预览/ });
  await page.getByRole('row').filter({ hasText: '1 picture.png' }).dblclick();
  const image = dialog.getByRole('img', { name: '1 picture.png', exact: true });
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320);
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('words of a text')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('first page', { exact: true }).last()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'a page of somebody else' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('row').filter({ hasText: '2 text.txt' }).click({ button: 'right' });
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '下载' }).click();
  expect(new URL((await download).url()).origin).toBe(contentOrigin);
  expect((await download).suggestedFilename()).toBe('2 text.txt');

  expect(read.length).toBeGreaterThanOrEqual(4);
  for (const { url, cookie } of read) expect([new URL(url).origin, cookie]).toEqual([contentOrigin, undefined]);
  const answer = await page.goto(`${contentOrigin}/disk/`);
  expect(answer?.status()).toBe(404);
});

/**
 * Noise that compresses badly, so that the file exceeds what a browser reads ahead. Nothing waits for the encoder but this test: a process
 * that stood still for longer than a connection stays open would next ask over one that is closed.
 */
async function film(folder: string, name: string, seconds: number, ...codec: string[]): Promise<Buffer<ArrayBuffer>> {
  const picture = `testsrc=size=320x240:rate=10:duration=${seconds},noise=alls=60:allf=t`;
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-nostdin',
    '-f',
    'lavfi',
    '-i',
    picture,
    ...codec,
    '-g',
    '10',
    '-y',
    join(folder, name),
  ]);
  return Buffer.from(readFileSync(join(folder, name)));
}

test('films play and can be wound from the address of files, those that are converted first as well', async ({
  signedIn: page,
  person,
}) => {
  const films = { 'plays.webm': 24, 'converted.mkv': 8 };
  const folder = mkdtempSync(join(tmpdir(), 'alcove-films-'));
  await person.uploads(
    await film(folder, 'plays.webm', films['plays.webm'], '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '4M'),
    'plays.webm',
  );
  await person.uploads(await film(folder, 'converted.mkv', films['converted.mkv'], '-c:v', 'mpeg4', '-b:v', '4M'), 'converted.mkv');
  rmSync(folder, { recursive: true });
  const ranges: { origin: string; from: number; status: number; cookie: string | undefined }[] = [];
  page.on('response', async (response) => {
    const { range, cookie } = await response.request().allHeaders();
    const from = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1]);
    if (from >= 0) ranges.push({ origin: new URL(response.url()).origin, from, status: response.status(), cookie });
  });
  await page.goto('/disk/personalFile');
  for (const [name, seconds] of Object.entries(films)) {
    ranges.splice(0);
    await page.getByRole('row').filter({ hasText: name }).dblclick();
    const video = page.getByRole('dialog').locator('video');
    await expect(video).toBeVisible({ timeout: 60_000 });
    const state = () =>
      video.evaluate((one: HTMLVideoElement) => ({
        at: one.currentTime,
        moving: !one.paused && !one.seeking,
        error: one.error?.message ?? null,
      }));
    await video.evaluate((one: HTMLVideoElement) => {
      one.muted = true;
      return one.play();
    });
    await expect.poll(async () => (await state()).at).toBeGreaterThan(0.2);
    for (const to of [seconds - 4, 1]) {
      await video.evaluate((one: HTMLVideoElement, at) => void (one.currentTime = at), to);
      await expect.poll(async () => (await state()).at).toBeGreaterThan(to + 0.2);
      expect(await state(), name).toMatchObject({ moving: true, error: null });
      expect((await state()).at).toBeLessThan(to + 4);
    }
    // The converted file is small enough to be read as a whole.
    expect(ranges.some(({ from }) => name === 'converted.mkv' || from > 0)).toBe(true);
    for (const { origin, status, cookie } of ranges) expect([origin, status, cookie]).toEqual([contentOrigin, 206, undefined]);
    await page.getByRole('button', { name: '关闭预览' }).click();
    await expect(video).toHaveCount(0);
  }
});
