import { createRequire } from 'node:module';
import type sharpModule from 'sharp';
import { oleOf, wordDocument } from '../apps/server/src/renditions/rendition.test-support.ts';
import { everyFault } from './axe.ts';
import { forDocument } from './patience.ts';
import { expect, test } from './company.ts';

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp') as typeof sharpModule;

test('a Word document is shown page by page; a damaged and a protected one say so, and can be downloaded', async ({
  signedIn: page,
  person,
}) => {
  await person.uploads(wordDocument(['季度预算：云阁']), '预算.docx');
  await person.uploads('no document at all', '损坏.docx');
  await person.uploads(oleOf({ EncryptedPackage: Buffer.from('x') }), '加密.xlsx');
  await page.goto('/disk/personalFile');
  const open = (name: string) => page.getByRole('row').filter({ hasText: name }).dblclick();
  const dialog = page.getByRole('dialog');

  await open('预算.docx');
  await expect(dialog.getByText('季度预算：云阁')).toBeVisible(forDocument);
  await page.keyboard.press('Escape');
  for (const [name, says] of [
    ['损坏.docx', '文件已损坏或与其类型不符'],
    ['加密.xlsx', '文件已加密'],
  ] as const) {
    await open(name);
    await expect(dialog.getByText(says)).toBeVisible();
    await expect(dialog.getByRole('button', { name: '下载' }).first()).toBeEnabled();
    expect(await everyFault(page, '[data-preview]')).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test(
  'a list and its cards show small pictures, and keep the icons of what has none',
  { tag: '@thorough' },
  async ({ signedIn: page, person }) => {
    const picture = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#2f6f73' } })
      .png()
      .toBuffer();
    await person.uploads(Buffer.from(picture), '照片.png');
    await person.uploads('no picture', '坏图.png');
    await page.goto('/disk/personalFile');
    const small = page.getByRole('row').filter({ hasText: '照片.png' }).locator('img');
    await expect.poll(() => small.evaluate((image) => (image as HTMLImageElement).naturalWidth).catch(() => 0)).toBe(256);
    await expect(page.getByRole('row').filter({ hasText: '坏图.png' }).locator('svg').first()).toBeVisible();
    await page.getByRole('img', { name: '网格' }).click();
    await expect(page.getByRole('row').filter({ hasText: '照片.png' }).locator('img')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '坏图.png' }).locator('img')).toHaveCount(0);
  },
);
