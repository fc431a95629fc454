import { createRequire } from 'node:module';
import type sharpModule from 'sharp';
import { calls, encodeName } from '../packages/contract/src/index.ts';
import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';
import { pdfOf } from './pdfs.ts';

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp') as typeof sharpModule;
const picture = async (background: string): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(
    await sharp({ create: { width: 320, height: 200, channels: 3, background } })
      .png()
      .toBuffer(),
  );

test('the address names what is looked at; its neighbour is fetched before it is asked for; the head does what the list does', async ({
  signedIn: page,
  person,
}) => {
  for (const [name, color] of [
    ['1.png', 'red'],
    ['2.png', 'green'],
    ['3.png', 'blue'],
  ] as const)
    await person.uploads(await picture(color), name);
  await page.goto('/disk/personalFile?sort=instanceName&order=asc');
  const dialog = page.getByRole('dialog', { name: /^预览/ });
  const image = (name: string) => dialog.getByRole('img', { name, exact: true });
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') fetched.push(request.url());
  });

  await page.getByRole('row').filter({ hasText: '1.png' }).dblclick();
  await expect(image('1.png')).toBeVisible();
  const next = dialog.locator('img[hidden]');
  await expect.poll(() => next.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))).toEqual([320]);
  const address = await next.evaluate((one: HTMLImageElement) => one.src);
  await page.keyboard.press('ArrowRight');
  await expect(image('2.png')).toBeVisible();
  expect(fetched.filter((url) => url === address)).toHaveLength(1);
  await page.reload();
  await expect(image('2.png')).toBeVisible();
  await expect(dialog.getByText('第 2 个，共 3 个')).toBeVisible();
  expect(await everyFault(page, '[data-preview]')).toEqual([]);

  await dialog.getByRole('button', { name: '收藏' }).click();
  await expect(dialog.getByRole('button', { name: '取消收藏' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: '详情' }).click();
  await expect(page.getByRole('dialog').getByText('属性', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: '共享' }).click();
  await expect(page.getByRole('heading', { name: /^共享「2/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: /^共享「2/ })).toBeHidden();
  await expect(dialog).toHaveCount(1);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: '2.png' })).toBeVisible();
});

test('what others do to the file is told; without the network it says so, and goes on when that is back', async ({
  signedIn: page,
  person,
  context,
}) => {
  const file = await person.uploads('first words', 'a.txt');
  await person.uploads('neighbour', 'b.txt');
  await page.goto('/disk/personalFile?sort=instanceName&order=asc');
  const dialog = page.getByRole('dialog', { name: /^预览/ });
  await page.getByRole('row').filter({ hasText: 'a.txt' }).dblclick();
  await expect(dialog.getByText('first words')).toBeVisible();

  await person.call(calls.instance.rename, { instanceId: file.instanceId, fileName: encodeName('renamed.txt') });
  await expect(dialog.getByText('renamed')).toBeVisible();
  await person.uploads('second words', 'renamed.txt', person.rootId, 'version');
  await expect(dialog.getByText('现在是第 2 版')).toBeVisible();
  await expect(dialog.getByText('first words')).toBeVisible();
  await dialog.getByRole('button', { name: '查看新版' }).click();
  await expect(dialog.getByText('second words')).toBeVisible();
  await person.call(calls.instance.remove, { instanceIds: [file.instanceId] });
  await expect(dialog.getByText('这个文件已不在这里')).toBeVisible();

  await context.setOffline(true);
  await dialog.getByRole('button', { name: '上一个' }).click();
  await expect(dialog.getByRole('button', { name: '重试' })).toBeVisible();
  await context.setOffline(false);
  await expect(dialog.getByText('neighbour')).toBeVisible();
});

test('a document is turned with its small pages, and printed page by page', async ({ signedIn: page, person }) => {
  await person.uploads(pdfOf(['One', 'Two', 'Three']), '三页.pdf');
  await page.goto('/disk/personalFile');
  await page.getByRole('row').filter({ hasText: '三页.pdf' }).dblclick();
  const dialog = page.getByRole('dialog');
  const small = dialog.getByRole('button', { name: '第 1 页' }).locator('canvas');
  await expect.poll(async () => small.evaluate((canvas: HTMLCanvasElement) => canvas.width < canvas.height && canvas.width > 1)).toBe(true);
  await dialog.getByRole('button', { name: '向右旋转' }).click();
  await expect.poll(async () => small.evaluate((canvas: HTMLCanvasElement) => canvas.width > canvas.height)).toBe(true);
  // The headless shell has no print dialog and says at once that printing has ended. The page is printed below, as the dialog would.
  await page.evaluate(() => {
    window.print = () => {};
  });
  await dialog.getByRole('button', { name: '打印' }).click();
  await expect(page.locator('[data-paper] img')).toHaveCount(3);
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
  await expect(page.locator('[data-paper]')).toHaveCount(0);
});
