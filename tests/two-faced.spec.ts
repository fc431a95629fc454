/** Nothing that people from outside send, or colleagues keep, runs or calls home when somebody looks at it: a visitor, a colleague, a reviewer. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openLink } from '../apps/server/src/links/links.test-support.ts';
import { visits } from '../apps/server/src/links/visiting.test-support.ts';
import type { VisitingClient } from '../apps/server/src/links/visiting.test-support.ts';
import { links, officerOf, reviewOf } from '../apps/server/src/outbound/outbound.test-support.ts';
import { twoFaced } from '../apps/server/src/preview/two-faced.test-support.ts';
import type { TwoFaced } from '../apps/server/src/preview/two-faced.test-support.ts';
import { uploadFile } from '../apps/server/src/testing/index.ts';
import type { Client, Company, Person } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import type { InstanceId, Preview } from '../packages/contract/src/index.ts';
import { enter, expect, test } from './company.ts';
import { addressOf, signedOut } from './links.ts';

interface Canary {
  origin: string;
  /** What called it, or ran. */
  heard: string[];
  close(): void;
}

/** Hears every request. It serves the files named in `runsAs` as what they would run as. */
async function openCanary(files: () => TwoFaced[]): Promise<Canary> {
  const heard: string[] = [];
  const server = createServer((request, answer) => {
    const [, way, name] = (request.url ?? '').split('/');
    const file = way === 'as-it-is' ? files().find((one) => one.name === decodeURIComponent(name ?? '')) : undefined;
    if (!file && request.url !== '/favicon.ico') heard.push(request.url ?? '');
    answer.setHeader('content-type', runsAs.get(file?.name ?? '') ?? 'text/plain');
    answer.end(file?.bytes ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, heard, close: () => void server.close() };
}

/** What some of them run as, if a server is careless: the canary must hear them, or its silence means nothing. */
const runsAs = new Map([
  ['page.html', 'text/html'],
  ['page as photo.jpg', 'text/html'],
  ['drawing.svg', 'image/svg+xml'],
  ['document in page.html', 'text/html'],
  ['scripted.xml', 'application/xml'],
]);

/** A page whose dialogs and further windows count as something that ran. */
async function listens(context: BrowserContext, { heard }: Canary): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    heard.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (other) => void heard.push(`window ${other.url()}`));
  return page;
}

/** Waits until what was opened is shown, or is said not to be, or is a film that is still being converted. */
const isShown = (view: Locator): Promise<void> =>
  expect(async () => {
    await expect(view.getByText(/正在打开|正在生成|正在处理|即将开始|排在/)).toHaveCount(0, { timeout: 100 });
  }).toPass({ timeout: 60_000 });

/** Goes through the viewer from file to file. Returns the names. */
async function looksThrough(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: /^预览/ });
  const seen: string[] = [];
  for (;;) {
    const label = (await dialog.getAttribute('aria-label'))!;
    await isShown(dialog);
    seen.push(label.slice(3, -1));
    const next = dialog.getByRole('button', { name: '下一个' });
    if ((await next.count()) === 0) return seen;
    await next.click({ force: true });
    await expect(dialog).not.toHaveAttribute('aria-label', label);
  }
}

async function previewOf(ask: () => Promise<{ errcode: number; data: Preview | null }>): Promise<string | null> {
  for (;;) {
    const { errcode, data } = await ask();
    if (errcode !== 0 || !data) return null;
    if (data.kind !== 'preparing') return data.url;
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** Opens addresses as pages of their own, with whatever cookies the browser has. */
async function opensAll(page: Page, addresses: readonly (string | null)[]): Promise<void> {
  for (const url of addresses) if (url !== null) await page.goto(url).catch(() => {}); // a download is no page
}

async function sends(client: Client, files: readonly TwoFaced[], parentId: InstanceId): Promise<void> {
  for (const { name, bytes } of files) await uploadFile(client, bytes, { name, parentId });
}

/** The list holds only what is near the screen, and the viewer goes through what the list holds. */
const tall = { width: 1280, height: 3000 };

interface Stage {
  company: Company;
  canary: Canary;
  files: TwoFaced[];
  person: Person;
  folderId: InstanceId;
  ids: Map<string, InstanceId>;
}

async function isQuiet({ canary }: Stage, page: Page): Promise<void> {
  expect(canary.heard).toEqual([]);
  await page.goto('/healthz');
  expect(await page.evaluate(() => localStorage.getItem('owned'))).toBe(null);
}

test('two-faced files run nothing and call nobody, for visitors, colleagues and reviewers', async ({
  browser,
  company,
  person,
  baseURL,
}) => {
  test.setTimeout(400_000);
  let files: TwoFaced[] = [];
  const canary = await openCanary(() => files);
  files = twoFaced(canary.origin);
  const { instanceId: folderId } = await person.folder('两面');
  const brought = await visits(
    company,
    await openLink(company.database, { creatorId: person.userId, instanceId: folderId, permissions: ['upload'] }),
  );

  // One half comes through a link that collects files, the other is the creator's own.
  await sends(brought, files.filter((_, n) => n % 2 === 0), folderId); // prettier-ignore
  await sends(person, files.filter((_, n) => n % 2 === 1), folderId); // prettier-ignore
  const { items } = await person.call(calls.instance.page, { parentId: folderId, pageSize: 100 });
  expect(items.length).toBe(files.length);
  const ids = new Map(items.map(({ instanceName, instanceId }) => [instanceName, instanceId]));
  const stage: Stage = { company, canary, files, person, folderId, ids };
  await asColleague(stage, await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN', viewport: tall }));
  await asReviewer(stage, await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN', viewport: tall }));
  await asVisitor(stage, await signedOut(browser, baseURL!));

  await test.step('the canary hears what runs', async () => {
    const context = await browser.newContext();
    const page = await listens(context, canary);
    for (const name of runsAs.keys()) {
      canary.heard.length = 0;
      await page.goto(`${canary.origin}/as-it-is/${encodeURIComponent(name)}`).catch(() => {});
      await expect.poll(() => canary.heard.length, { message: name }).toBeGreaterThan(0);
    }
    await context.close();
  });
  canary.close();
});

const asColleague = (stage: Stage, context: BrowserContext) =>
  test.step('a signed-in colleague', async () => {
    const { person, folderId, ids, canary } = stage;
    await enter(context, person);
    // The preview by call waits for the conversion, so that the viewer does not have to.
    const addresses = [];
    for (const instanceId of ids.values()) {
      addresses.push(await previewOf(() => person.ask<Preview>(calls.download.preview, { instanceId })));
      addresses.push((await person.call(calls.download.download, { instanceId })).url);
    }
    const page = await listens(context, canary);
    await page.goto(`/disk/personalFile?folder=${folderId}&sort=instanceName&order=asc&size=100`);
    const first = page.getByRole('row').filter({ hasText: 'application.hta' });
    await expect(first).toBeVisible();
    await page.getByRole('row').filter({ hasText: 'archive in page.html' }).dblclick();
    expect((await looksThrough(page)).length).toBeGreaterThan(35);
    await opensAll(page, addresses);
    await isQuiet(stage, page);
    await context.close();
  });

const asReviewer = (stage: Stage, context: BrowserContext) =>
  test.step('a reviewer', async () => {
    const { company, person, folderId, files, ids, canary } = stage;
    const reviewer = await (await officerOf(company)).reviewer();
    await reviewer.call(calls.user.acknowledgeAgreement, {});
    await company.configures('outboundReview', 'everything');
    await links(company, person, folderId, { permissions: ['preview', 'download'] });
    const { reviewId } = await reviewOf(reviewer, { instanceId: folderId });
    const addresses = [];
    for (const instanceId of ids.values())
      addresses.push(await previewOf(() => reviewer.ask<Preview>(calls.adminLink.preview, { reviewId, instanceId })));
    expect(addresses.filter((url) => url !== null).length).toBeGreaterThan(20);
    await enter(context, reviewer);
    const page = await listens(context, canary);
    await page.goto(`/disk/admin/reviews?review=${reviewId}`);
    const content = page.getByRole('region', { name: '本次外发的文件' });
    for (const { name } of files) {
      await content.getByRole('button', { name, exact: true }).click();
      await isShown(content);
    }
    await opensAll(page, addresses);
    await isQuiet(stage, page);
    await company.configures('outboundReview', undefined);
    await context.close();
  });

const asVisitor = (stage: Stage, context: BrowserContext) =>
  test.step('a visitor', async () => {
    const { company, person, folderId, ids, canary } = stage;
    const page = await listens(context, canary);
    for (const permission of ['preview', 'download'] as const) {
      const linkId = await openLink(company.database, { creatorId: person.userId, instanceId: folderId, permissions: [permission] });
      const visitor: VisitingClient = await visits(company, linkId);
      const addresses = [];
      for (const instanceId of ids.values()) {
        addresses.push(await previewOf(() => visitor.ask<Preview>(calls.download.preview, { instanceId })));
        if (permission === 'download') addresses.push((await visitor.call(calls.download.download, { instanceId })).url);
      }
      await page.goto(`${addressOf(visitor.linkPath)}&preview=${ids.get('archive in page.html')}`);
      await expect(page.getByRole('dialog', { name: /^预览/ })).toBeVisible();
      expect((await looksThrough(page)).length).toBeGreaterThan(35);
      await opensAll(page, addresses);
    }
    await isQuiet(stage, page);
    await context.close();
  });
