import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Serious faults of what is on screen, by rule, each with the beginning of where it is; of a part alone where one is named. */
export async function faults(page: Page, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
}

/** The same once what opens has come to rest: what fades in has less contrast than it will. */
export async function restingFaults(page: Page): Promise<string[]> {
  await page.waitForTimeout(400);
  return faults(page);
}
