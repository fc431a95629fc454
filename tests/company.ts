import { expect, test as base } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { openCompany, sessionCookie } from '../apps/server/src/testing/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';

export { expect };

interface Fixtures {
  /** A new person, and a page signed in as them, with the agreement accepted. */
  person: Person;
  signedIn: Page;
}

/** One real Alcove server per worker; every test has its own people. */
export const test = base.extend<Fixtures, { company: Company }>({
  company: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from the pattern itself
    async ({}, run) => {
      const company = await openCompany();
      await run(company);
      await company.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ company }, run) => run(company.origin),
  person: async ({ company }, run) => {
    const person = await company.person();
    await person.call(calls.user.acknowledgeAgreement, {});
    await run(person);
  },
  page: async ({ page }, run) => {
    const refused: string[] = [];
    page.on('console', (message) => void (/requires '?Trusted/.test(message.text()) && refused.push(message.text())));
    await run(page);
    expect(refused, 'text that some code wanted to make markup or script').toEqual([]);
  },
  signedIn: async ({ page, person }, run) => {
    await enter(page.context(), person);
    await run(page);
  },
});

/** Signs a browser in without the form and without hashing a password. `agent`: the user agent. */
export async function enter(context: BrowserContext, person: Person, agent?: string): Promise<void> {
  const value = await person.opensSession(agent);
  await context.addCookies([{ name: sessionCookie, value, url: person.origin, httpOnly: true, sameSite: 'Lax' }]);
}

/** Follows an address of the application without loading it anew, as a link in the page does. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
