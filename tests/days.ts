import type { Page } from '@playwright/test';
import { expect } from './company.ts';

/** Chooses the days of a list in the menu of a chip, each as `YYYY-MM-DD`. */
export async function chooseDays(page: Page, chip: string | RegExp, first: string, last: string): Promise<void> {
  await page.getByRole('button', { name: chip }).press('Enter');
  await page.getByRole('menuitem', { name: /^(选择日期…|Choose dates…)$/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^(选择日期|Choose dates)$/ });
  for (const [field, day] of [
    [/^(开始日期|First day)$/, first],
    [/^(结束日期|Last day)$/, last],
  ] as const) {
    await dialog.getByRole('textbox', { name: field }).fill(day);
    await dialog.getByRole('textbox', { name: field }).press('Tab');
  }
  await dialog.getByRole('button', { name: /^(查看|Show)$/ }).press('Enter');
  await expect(dialog).toHaveCount(0);
}
