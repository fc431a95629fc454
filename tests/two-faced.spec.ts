/** Nothing that people from outside send, or colleagues keep, runs or calls home when somebody looks at it: a visitor, a colleague, a reviewer. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { openLink } from '../apps/server/src/links/links.test-support.ts';
import { visits } from '../apps/server/src/links/visiting.test-support.ts';
import type { VisitingClient } from '../apps/server/src/links/visiting.test-support.ts';
import { links, officerOf, reviewOf } from '../apps/server/src/outbound/outbound.test-support.ts';
import { twoFaced } from '../apps/server/src/preview/two-faced.test-support.ts';
import type { TwoFaced } from '../apps/server/src/preview/two-faced.test-support.ts';
import { uploadFile } from '../apps/server/src/testing/index.ts';
import type { Client, Company, Person } from '../apps/server/src/testing/index.ts';
import { calls, previewKindOf } from '../packages/contract/src/index.ts';
import type { InstanceId, Preview } from '../packages/contract/src/index.ts';
import { enter, expect, test } from './company.ts';
import { forDocument } from './patience.ts';
import { addressOf } from './links.ts';

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
  ['scripted.xml', 'application/xml'],
]);

/**
 * At least one for each way from a file to the screen: each view, each decoder, each kind of conversion. For all the others the server's own
 * test, preview/two-faced.test.ts, shows that a browser gets nothing else than of these. `ALCOVE_TWO_FACED=all` looks at every one, in minutes.
 */
const looksAtAll = process.env['ALCOVE_TWO_FACED'] === 'all';
const looked = [
  ['page.html', 'utf-7 page.html', 'unclosed.html', 'strict page.xhtml'],
  ['drawing.svg', 'drawing as picture.png', 'page as photo.jpg', 'page in picture.gif'],
  ['script.pdf', 'calls home.pdf', 'form.pdf', 'document in page.html'],
  ['macros.docx', 'page as workbook.xls', 'page in archive.zip', 'list.mp4'],
  ['notes.md', 'scripted.xml', 'values.json', 'formulas.csv', 'mail.mht', 'marked text.txt'],
].flat();

/** A page whose dialogs and further windows count as something that ran. */
function listens(page: Page, { heard }: Canary): void {
  page.on('dialog', (dialog) => {
    heard.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on('page', (other) => void heard.push(`window ${other.url()}`));
}

/** Waits until what was opened is shown, or is said not to be, or is a film that is still being converted. */
const isShown = (view: Locator): Promise<void> =>
  expect(view.getByText(/正在打开|正在生成|正在处理|即将开始|排在/)).toHaveCount(0, forDocument);

/** Goes through the viewer from file to file. The viewer comes in two steps: first there is only its frame, without the way to the next file. */
async function looksThrough(page: Page, names: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^预览/ }).and(page.locator(':not([aria-busy])'));
  const next = dialog.getByRole('button', { name: '下一个' });
  await expect(dialog).toBeVisible();
  for (const name of names) {
    await expect(dialog).toHaveAttribute('aria-label', `预览「${name}」`);
    await isShown(dialog);
    if (name !== names.at(-1)) await next.click({ force: true });
  }
  await expect(next).toHaveCount(0);
}

async function previewOf(ask: () => Promise<{ errcode: number; data: Preview | null }>): Promise<string[]> {
  for (;;) {
    const { errcode, data } = await ask();
    if (errcode !== 0 || !data) return [];
    if (data.kind !== 'preparing') return [data.url];
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** The addresses of all previews, when every conversion has ended, so that the viewer need not wait for one. */
async function previewsOf(client: Client, { ids }: Stage): Promise<string[]> {
  const answers = [...ids.values()].map((instanceId) => previewOf(() => client.ask<Preview>(calls.download.preview, { instanceId })));
  return (await Promise.all(answers)).flat();
}

/** Downloads of all kinds have the same headers: the server's test sees them all. */
async function downloadsOf(client: Client, { ids }: Stage): Promise<string[]> {
  const some = [...runsAs.keys()].map((name) => client.call(calls.download.download, { instanceId: ids.get(name)! }));
  return (await Promise.all(some)).map(({ url }) => url);
}

/** Opens addresses as pages of their own, with whatever cookies the browser has. */
async function opensAll(page: Page, addresses: readonly string[]): Promise<void> {
  for (const url of addresses) await page.goto(url).catch(() => {}); // a download is no page
}

async function sends(client: Client, files: readonly TwoFaced[], parentId: InstanceId): Promise<void> {
  for (const { name, bytes } of files) await uploadFile(client, bytes, { name, parentId });
}

/** The list holds only what is near the screen, and the viewer goes through what the list holds. */
const tall = { width: 1280, height: looksAtAll ? 3000 : 1600 };

interface Stage {
  company: Company;
  canary: Canary;
  person: Person;
  folderId: InstanceId;
  /** Of all files, in the order of the list. */
  ids: Map<string, InstanceId>;
}

/** The viewer passes over what it cannot show. */
const shownOf = (ids: Stage['ids']): string[] => [...ids.keys()].filter((name) => previewKindOf(name) !== null);

async function isQuiet({ canary }: Stage, page: Page): Promise<void> {
  expect(canary.heard).toEqual([]);
  await page.goto('/healthz');
  expect(await page.evaluate(() => localStorage.getItem('owned'))).toBe(null);
}

test('two-faced files run nothing and call nobody, for visitors, colleagues and reviewers', async ({ page, company, person }) => {
  test.setTimeout(looksAtAll ? 900_000 : 240_000);
  let files: TwoFaced[] = [];
  const canary = await openCanary(() => files);
  const all = twoFaced(canary.origin);
  const some = all.filter(({ name }) => looked.includes(name));
  expect(some.length).toBe(looked.length);
  files = looksAtAll ? all : some;
  const { instanceId: folderId } = await person.folder('两面');
  const brought = await visits(
    company,
    await openLink(company.database, { creatorId: person.userId, instanceId: folderId, permissions: ['upload'] }),
  );

  // One half comes through a link that collects files, the other is the creator's own.
  const isBrought = (_: TwoFaced, n: number): boolean => n % 2 === 0;
  await sends(brought, files.filter(isBrought), folderId);
  await sends(person, files.filter((file, n) => !isBrought(file, n)), folderId); // prettier-ignore
  const { items } = await person.call(calls.instance.page, { parentId: folderId, pageSize: 100 });
  expect(items.length).toBe(files.length);
  const ids = new Map(items.map(({ instanceName, instanceId }) => [instanceName, instanceId]));
  const stage: Stage = { company, canary, person, folderId, ids };
  await page.setViewportSize(tall);
  listens(page, canary);
  for (const looks of [asColleague, asReviewer, asVisitor]) {
    await looks(stage, page);
    await page.context().clearCookies();
  }

  await test.step('the canary hears what runs', async () => {
    for (const name of runsAs.keys()) {
      canary.heard.length = 0;
      await page.goto(`${canary.origin}/as-it-is/${encodeURIComponent(name)}`).catch(() => {});
      await expect.poll(() => canary.heard.length, { message: name }).toBeGreaterThan(0);
    }
  });
  canary.close();
});

const asColleague = (stage: Stage, page: Page) =>
  test.step('a signed-in colleague', async () => {
    const { person, folderId, ids } = stage;
    await enter(page.context(), person);
    const addresses = [...(await previewsOf(person, stage)), ...(await downloadsOf(person, stage))];
    const shown = shownOf(ids);
    await page.goto(`/disk/personalFile?folder=${folderId}&sort=instanceName&order=asc&size=100&preview=${ids.get(shown[0]!)}`);
    await looksThrough(page, shown);
    await opensAll(page, addresses);
    await isQuiet(stage, page);
  });

const asReviewer = (stage: Stage, page: Page) =>
  test.step('a reviewer', async () => {
    const { company, person, folderId, ids } = stage;
    const reviewer = await (await officerOf(company)).reviewer();
    await reviewer.call(calls.user.acknowledgeAgreement, {});
    await company.configures('outboundReview', 'everything');
    await links(company, person, folderId, { permissions: ['preview', 'download'] });
    const { reviewId } = await reviewOf(reviewer, { instanceId: folderId });
    const ask = (instanceId: InstanceId) => reviewer.ask<Preview>(calls.adminLink.preview, { reviewId, instanceId });
    const addresses = (await Promise.all([...ids.values()].map((instanceId) => previewOf(() => ask(instanceId))))).flat();
    expect(addresses.length).toBeGreaterThan(looked.length / 2);
    await enter(page.context(), reviewer);
    await page.goto(`/disk/admin/reviews?review=${reviewId}`);
    const content = page.getByRole('region', { name: '本次外发的文件' });
    for (const name of ids.keys()) {
      await content.getByRole('button', { name, exact: true }).click();
      await isShown(content);
    }
    await opensAll(page, addresses);
    await isQuiet(stage, page);
    await company.configures('outboundReview', undefined);
  });

const asVisitor = (stage: Stage, page: Page) =>
  test.step('a visitor', async () => {
    const { company, person, folderId, ids } = stage;
    const comes = async (permission: 'preview' | 'download'): Promise<VisitingClient> =>
      visits(company, await openLink(company.database, { creatorId: person.userId, instanceId: folderId, permissions: [permission] }));
    // Whoever may download gets a file's own bytes, so the viewer is tried with these; what is made anew the reviewer has looked at.
    const visitor = await comes('download');
    const addresses = await previewsOf(visitor, stage);
    const shown = shownOf(ids);
    await page.goto(`${addressOf(visitor.linkPath)}&preview=${ids.get(shown[0]!)}`);
    await looksThrough(page, shown);
    // The addresses lead to what the colleague and the reviewer have opened: the server's own test sees each answer.
    if (looksAtAll) {
      addresses.push(...(await downloadsOf(visitor, stage)), ...(await previewsOf(await comes('preview'), stage)));
      await opensAll(page, addresses);
    }
    await isQuiet(stage, page);
  });
