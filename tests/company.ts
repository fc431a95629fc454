import { expect, test as base } from '@playwright/test';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
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
  person: async ({ company }, run) => run(await newcomer(company)),
  context: async ({ context }, run) => {
    // Playwright leaves these on when it empties the context: what one holds back or slows down would be so for the next test, too.
    const sessions = new Set<CDPSession>();
    const open = context.newCDPSession.bind(context);
    context.newCDPSession = async (target) => {
      const session = await open(target);
      sessions.add(session);
      // One goes with its page; of a page that crashed, it would never answer again.
      const of = 'page' in target ? target.page() : target;
      of.once('close', () => sessions.delete(session));
      of.once('crash', () => sessions.delete(session));
      return session;
    };
    await run(context);
    context.newCDPSession = open;
    for (const session of sessions) await session.detach().catch(() => {});
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

async function newcomer(company: Company): Promise<Person> {
  const person = await company.person();
  await person.call(calls.user.acknowledgeAgreement, {});
  return person;
}

/**
 * Tests of a file that needs a company with settings of its own. A worker fixture could say so as well, but Playwright would then start
 * another worker for the file, with a browser and a server. The company opens with the first fixture, because even a `beforeAll` has one.
 */
export function inCompanyOf(settings: () => Promise<Parameters<typeof openCompany>[0]>): {
  test: typeof test;
  own: () => Promise<Company>;
} {
  let company: Promise<Company> | undefined;
  const own = (): Promise<Company> => (company ??= settings().then(openCompany));
  const inside: typeof test = test.extend({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from the pattern itself
    baseURL: async ({}, run) => run((await own()).origin),
    // oxlint-disable-next-line no-empty-pattern -- see above
    person: async ({}, run) => run(await newcomer(await own())),
  });
  inside.afterAll(async () => (await company)?.close());
  return { test: inside, own };
}

/** Signs a browser in without the form and without hashing a password. `agent`: the user agent. */
export async function enter(context: BrowserContext, person: Person, agent?: string, url = person.origin): Promise<void> {
  const value = await person.opensSession(agent);
  await context.addCookies([{ name: sessionCookie, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

/**
 * The same address under another name of the server, for which a browser has cookies and a storage of its own. So a second person needs no
 * second browser, which would have to compile the application anew.
 */
export const byOtherName = (origin: string, path = ''): string => origin.replace('127.0.0.1', 'localhost') + path;

/** A page beside the test's own, as another person's browser would show it; it opens addresses by the other name. */
export async function pageBeside(page: Page, person: Person): Promise<Page> {
  await enter(page.context(), person, undefined, byOtherName(person.origin));
  return page.context().newPage();
}

/** Follows an address of the application without loading it anew, as a link in the page does, and waits until the screen before is gone. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (address) => {
    const screenOf = (where: string): string => new URL(where, location.href).pathname.split('/')[2] ?? '';
    const before = location.href;
    const shown = [...document.querySelectorAll('#content > *')].filter((one) => one.checkVisibility());
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
    // The lists of files are only hidden when they are left: a click that meets a row of them would wait for it to be seen again.
    const lists = ['personalFile', 'groupFile', 'departmentFile', 'fileShare'];
    if (screenOf(address) === screenOf(before) || !lists.includes(screenOf(before))) return;
    while (shown.some((one) => one.isConnected && one.checkVisibility())) await new Promise(requestAnimationFrame);
  }, path);

/** Shows the person's files, of which none is left: the next step of a walk begins as on the first day. What was there is in the recycle bin. */
export async function emptyDrive(page: Page, person: Person): Promise<void> {
  const { items } = await person.call(calls.instance.page, { parentId: person.rootId, pageSize: 100 });
  const instanceIds = items.map(({ instanceId }) => instanceId);
  if (instanceIds.length > 0) await person.call(calls.instance.remove, { instanceIds });
  await follow(page, '/disk/personalFile');
  await expect(page.getByText(/这里还没有文件|Nothing here yet/)).toBeVisible();
}
