/** What tests of the administration area share. */
import type { Locator, Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import type { AdminItem } from '../packages/contract/src/index.ts';
import { adminPassword } from '../apps/server/src/testing/index.ts';
import type { Client, Company, Person } from '../apps/server/src/testing/index.ts';
import { everyFault } from './axe.ts';
import { expect } from './company.ts';

let made = 0;

export async function administrator(company: Company): Promise<Client> {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  return admin;
}

/** Saves a role. A phone shows the effect of the changes first, and asks again. */
export async function saveChanges(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  if (page.viewportSize()!.width < 760) await page.getByRole('dialog').getByRole('button', { name: label }).click();
}

export const noFault = (page: Page) => async (): Promise<void> => expect(await everyFault(page)).toEqual([]);

/** Gives a person a new role with these items besides Employee. */
export const officer = async (company: Company, person: Person, ...adminItems: AdminItem[]): Promise<Client> =>
  (await givesRole(company, person, ...adminItems)).admin;

/** The same, for tests that go on with the role. */
export async function givesRole(company: Company, person: Person, ...adminItems: AdminItem[]): Promise<{ admin: Client; roleId: string }> {
  const admin = await administrator(company);
  const { items } = await admin.call(calls.adminRole.page, {});
  const employee = items.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  const role = { name: `人事 ${(made += 1)} ${Date.now()}`, type: 'ordinary' as const, adminItems, fileItems: [] };
  const { roleId } = await admin.call(calls.adminRole.create, role);
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [employee, roleId] });
  return { admin, roleId };
}

/** A phone has a button for the menu; the desktop opens it by a right click. */
export async function openMenu(row: Locator): Promise<void> {
  if (row.page().viewportSize()!.width > 760) await row.click({ button: 'right' });
  else await row.getByRole('button', { name: /更多|More/ }).click();
}
