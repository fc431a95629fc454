import { expect, follow, test } from './company.ts';

/** Each list, with the placeholder of its filter field. */
const lists = [
  ['personalFile', /筛选/],
  ['groupFile', '查找群组'],
  ['fileShare', '按名称筛选'],
  ['fileShare?tab=initiated', '按名称筛选'],
  ['recycleBin', '在回收站中筛选'],
  ['myCollect', '在收藏中筛选'],
  ['personalTable', '按名称筛选'],
] as const;

const staysMounted = /^(personalFile|groupFile|fileShare)/;

test('the address of every list: its filter, a quick leave, and what makes no sense', async ({ signedIn: page }) => {
  test.slow();
  await test.step('what every list is filtered by stands in its address, outlives a reload, and is cleared where nothing is found', async () => {
    await page.goto('/disk/departmentFile');
    for (const [path, field] of lists) {
      await follow(page, `/disk/${path}`);
      if (path.includes('?')) await expect(page.getByRole('grid', { name: '我发起的' })).toBeVisible();
      const filter = page.getByRole('textbox', { name: field });
      await filter.fill('绝不存在');
      await expect(page, path).toHaveURL(/keyword=/);
      // The others are made anew from their address whenever they are shown again.
      if (staysMounted.test(path)) await page.reload();
      else {
        await follow(page, '/disk/departmentFile');
        await page.goBack();
      }
      await expect(page.getByText('没有找到「绝不存在」'), path).toBeVisible();
      await expect(filter).toHaveValue('绝不存在');
      await page.getByRole('grid').getByRole('button', { name: '清除筛选' }).click();
      await expect(page, path).not.toHaveURL(/keyword=/);
      await expect(filter).toHaveValue('');
    }
  });

  await test.step('whoever types a keyword and leaves at once is not called back, and finds it again when they return', async () => {
    await follow(page, '/disk/myCollect');
    await page.getByRole('textbox', { name: '在收藏中筛选' }).focus();
    const leave = await page.getByRole('link', { name: '回收站', exact: true }).elementHandle();
    // In one step, because the list waits less than a slow machine needs for two.
    await page.evaluate((link) => {
      document.execCommand('insertText', false, '匆匆');
      (link as HTMLElement).focus();
      (link as HTMLElement).click();
    }, leave);
    await expect(page).toHaveURL(/recycleBin$/);
    // Longer than a list waits for the next letter.
    await page.waitForTimeout(800);
    await expect(page).toHaveURL(/recycleBin$/);
    await page.goBack();
    await expect(page).toHaveURL(/myCollect\?keyword=/);
    await expect(page.getByRole('textbox', { name: '在收藏中筛选' })).toHaveValue('匆匆');
  });

  await test.step('an address that makes no sense shows the first page; a page that is not there leads back to it', async () => {
    await follow(page, '/disk/departmentFile');
    for (const [path] of lists) {
      await follow(page, `/disk/${path}${path.includes('?') ? '&' : '?'}page=-4&size=3&sort=nothing&order=up`);
      await expect(page.locator('[role=grid]:not([aria-busy]):visible'), path).toBeVisible();
      await expect(page.getByRole('alert'), path).toHaveCount(0);
    }
    await follow(page, '/disk/recycleBin?page=7');
    await page.getByRole('grid').getByRole('button', { name: '清除筛选' }).click();
    await expect(page.getByText('回收站是空的')).toBeVisible();
    await expect(page).toHaveURL(/recycleBin$/);
  });
});
