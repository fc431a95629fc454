import type { Page } from '@playwright/test';
import { faultsInBothColors } from './axe.ts';
import { enter, expect, follow, test } from './company.ts';

/** Screens, each with a text that shows once it is loaded. */
const screens = {
  '/disk/personalFile': '纪要.txt',
  '/disk/groupFile': '你还没有创建或管理群组',
  '/disk/personalTable': '纪要.txt',
  '/disk/policylist': '协议与政策',
  '/disk/usageRules': '约定',
  '/disk/help': '上传',
  '/disk/userServiceAgreement': '服务范围',
  '/disk/privacyPolicyEnglish': 'What’s stored in your browser',
  '/disk/error/404': '访问的页面不存在',
};

const check = async (page: Page, what: string): Promise<void> => expect(await faultsInBothColors(page), what).toEqual([]);

test('no screen has a serious fault, nor anything that opens over one', async ({ page, person }) => {
  test.setTimeout(180_000);
  await page.goto('/disk/signIn');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  await check(page, 'the sign-in page');
  await enter(page.context(), person);
  await person.folder('品牌升级');
  await person.uploads('第一行\nsecond line', '纪要.txt');
  await page.goto('/disk/recycleBin');
  for (const [screen, shown] of Object.entries(screens)) {
    await follow(page, screen);
    await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible();
    await check(page, screen);
  }

  // Nor has the file page of a phone, or anything that opens over a screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await follow(page, '/disk/personalFile');
  const row = page.getByRole('row').filter({ hasText: '纪要.txt' });
  await expect(row).toBeVisible();
  await check(page, 'the file page of a phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await row.click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await check(page, 'the menu of a file');
  await expect(page.getByRole('menuitem', { name: '预览' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: '下载' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '详情', exact: true }).first().click();
  const name = row.getByText('纪要.txt'); // not the row: where it is narrow, its actions are in the middle
  await name.click();
  await check(page, 'the details');
  await name.dblclick();
  await expect(page.getByRole('dialog').getByText('second line')).toBeVisible();
  await check(page, 'a preview');
  await page.keyboard.press('Escape');
  await page.getByRole('img', { name: '网格' }).click();
  await check(page, 'the grid');
  await page.getByRole('button', { name: /传输/ }).click();
  await check(page, 'the transfer list');
  await page.getByRole('tab', { name: '已完成' }).click();
  await check(page, 'the finished transfers');
  await page.getByRole('button', { name: /账号/ }).click();
  await check(page, 'the menu of the person');
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  await expect(page.getByRole('dialog').getByText('修改密码').first()).toBeVisible();
  await check(page, 'the change of password');
});
