import { test as base } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { openCompany, personPassword } from '../apps/server/src/testing/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Someone new, and a page that is signed in as them, the agreement read. */
  person: Person;
  signedIn: Page;
}

/** One real Alcove for each worker; every test has people of its own. */
export const test = base.extend<Fixtures, { company: Company }>({
  company: [
    async ({ playwright: _ }, use) => {
      const company = await openCompany();
      await use(company);
      await company.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ company }, use) => use(company.origin),
  person: async ({ company }, use) => {
    const person = await company.person();
    await person.call(calls.user.acknowledgeAgreement, {});
    await use(person);
  },
  signedIn: async ({ page, person }, use) => {
    await enter(page.context(), person);
    await use(page);
  },
});

/** Signs a browser in without the form. */
export async function enter(context: BrowserContext, person: Person): Promise<void> {
  const answer = await context.request.post(`${person.origin}${calls.user.signIn.path}`, { form: { username: person.accountName, password: personPassword }, headers: { 'x-requested-with': 'XMLHttpRequest' } });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
}
