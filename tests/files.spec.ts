import { expect, test } from './company.ts';

test('a folder is made, opened, renamed, deleted and taken back', async ({ signedIn: page }) => {
  await page.goto('/disk/personalFile');
  await page.getByRole('button', { name: '新建文件夹' }).first().click();
  await page.getByRole('textbox', { name: '名称' }).fill('季度复盘 📊');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: '季度复盘 📊' });
  await expect(row).toBeVisible();

  await row.dblclick();
  await expect(page).toHaveURL(/folder=/);
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  await page.reload();
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();

  await row.click();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('年度:复盘');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/特殊字符/).first()).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('年度复盘');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('row').filter({ hasText: '年度复盘' });
  await expect(renamed).toBeVisible();

  await renamed.click();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await expect(renamed).toBeHidden();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(renamed).toBeVisible();
});

test('names stand in the order people expect, and a page is a page of the server', async ({ signedIn: page, person }) => {
  for (const name of ['第10章', '第9章', '北京', '安徽']) await person.folder(name);
  await page.goto('/disk/personalFile?sort=instanceName&order=asc');
  const names = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
  await expect(names.filter({ hasText: '安徽' })).toBeVisible();
  const shown = (await page.getByRole('row').allInnerTexts()).join(' ');
  const places = ['安徽', '北京', '第9章', '第10章'].map((name) => shown.indexOf(name));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('another person sees nothing of a folder, not even whether it exists', async ({ signedIn: page, company }) => {
  const other = await company.person();
  const folder = await other.folder('机密');
  await page.goto(`/disk/personalFile?folder=${folder.instanceId}`);
  await expect(page.getByText('打不开这里')).toBeVisible();
  await expect(page.getByText('机密')).toBeHidden();
});
