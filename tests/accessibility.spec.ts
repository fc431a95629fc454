import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './company.ts';

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
}

const screens = [
  '/disk/personalFile',
  '/disk/groupFile',
  '/disk/personalTable',
  '/disk/policylist',
  '/disk/userServiceAgreement',
  '/disk/privacyPolicyEnglish',
  '/disk/error/404',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('the sign-in page has no serious fault', async ({ page }) => {
      await page.goto('/disk/signIn');
      await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
      expect(await faults(page)).toEqual([]);
    });
    test('no screen has a serious fault', async ({ signedIn: page, person }) => {
      await person.folder('品牌升级');
      await person.uploads('text', '纪要.txt');
      for (const screen of screens) {
        await page.goto(screen);
        await page.waitForTimeout(600);
        expect(await faults(page), screen).toEqual([]);
      }
    });
    test("nor has the phone's file page", async ({ signedIn: page, person }) => {
      await person.uploads('text', '纪要.txt');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/disk/personalFile');
      await expect(page.getByText('纪要.txt')).toBeVisible();
      expect(await faults(page)).toEqual([]);
    });
  });
}
