import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { calls } from '../packages/contract/src/index.ts';
import { expect, follow, test } from './company.ts';

const picture = async (background: string): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(
    await sharp({ create: { width: 320, height: 200, channels: 3, background } })
      .png()
      .toBuffer(),
  );
/** How many rows or options with that name show a loaded thumbnail instead of an icon. */
const shown = (page: Page, role: 'row' | 'option', name: string): Promise<number> =>
  page
    .getByRole(role)
    .filter({ hasText: name })
    .locator('img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length);

test('each list of files shows its pictures, all of them by one call, whatever share each was reached through', async ({
  signedIn: page,
  person,
  company,
}) => {
  const owner = await company.person();
  const colors = ['#a33', '#3a3', '#33a'];
  for (const [index, color] of colors.entries()) {
    const { instanceId } = await owner.uploads(await picture(color), `合影 ${index + 1}.png`);
    await owner.call(calls.innerSharing.create, { instanceId, members: [{ kind: 'person', id: person.userId, role: 'viewOnly' }] });
  }
  await person.uploads(await picture('#aa3'), '合影 自己的.png');
  const { items } = await person.call(calls.innerSharing.page, { side: 'received' });
  for (const { instance, fileSharingId } of items)
    await person.call(calls.favourite.create, { instanceIds: [instance.instanceId], fileSharingId });

  const asked = page.waitForRequest(`**${calls.download.thumbnails.path}`);
  await page.goto('/disk/fileShare');
  await expect.poll(() => shown(page, 'row', '合影')).toBe(3);
  expect(((await asked).postDataJSON() as { instanceIds: string[] }).instanceIds).toHaveLength(3);
  await follow(page, '/disk/myCollect');
  await expect.poll(() => shown(page, 'row', '合影')).toBe(3);
  await follow(page, '/disk/personalTable');
  await expect.poll(() => shown(page, 'row', '合影')).toBe(1);
  await follow(page, `/disk/search?keyword=${encodeURIComponent('合影')}`);
  await expect.poll(() => shown(page, 'row', '合影')).toBe(4);
  await page.getByRole('combobox', { name: '搜索文件、文件夹和同事' }).fill('合影');
  await expect.poll(() => shown(page, 'option', '合影')).toBe(4);
});
