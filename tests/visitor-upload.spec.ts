import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Request, Route } from '@playwright/test';
import { everyFault, faults } from './axe.ts';
import { byOtherName, expect, test } from './company.ts';
import { addressOf, keepsPicture, opensAs, opensLink } from './links.ts';
import { inBothLooks, walksOf } from './looks.ts';
import { thorough } from './thorough.ts';
import { expectNoneAgain, fileOf, hold, hurry, leaveWaiting, meddle, MiB, partSize, sentBy, slowLine, store } from './uploading.ts';
import type { PickedFile } from './uploading.ts';
import { calls, limits } from '../packages/contract/src/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';

test.describe.configure({ mode: 'parallel' });
/** A visitor's page is the worker's own, which nobody is signed in with. */
test.use({ viewport: { width: 1440, height: 900 } });

const words = {
  'zh-CN': { files: '选择文件', folder: '选择文件夹', done: (n: number) => new RegExp(`^${n} 个文件已交给 ?.\\*\\*$`), more: '继续上传' },
  'en-US': {
    files: 'Choose files',
    folder: 'Choose a folder',
    done: (n: number) => new RegExp(`^.+ has your ${n} files?$`),
    more: 'Upload more',
  },
} as const;

/** An empty folder and a link by which strangers upload into it. */
async function collects(company: Company, person: Person, name = '投标文件收集'): Promise<{ folderId: string; path: string }> {
  const { instanceId } = await person.folder(name);
  const path = await opensLink(person, company.visitor(), instanceId, { permissions: ['upload'], note: '请按「公司名_文件名」命名' });
  return { folderId: instanceId, path };
}

async function chooses(page: Page, button: string, paths: string | readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(paths as string[]);
}
const pathsOf = (...files: PickedFile[]): string[] => files.map(({ path }) => path);
const rowOf = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

/** From now on keeps every row that the page shows, however shortly. Answers which files ever had two rows, and which were ever called interrupted. */
async function watchesRows(page: Page): Promise<() => Promise<{ twice: string[]; interrupted: string[] }>> {
  await page.evaluate(() => {
    const seen = { twice: new Set<string>(), interrupted: new Set<string>() };
    const look = (): void => {
      const names = new Set<string>();
      for (const row of document.querySelectorAll('main li')) {
        const name = row.querySelector('[title]')?.getAttribute('title') ?? row.getAttribute('title') ?? '';
        if (names.has(name)) seen.twice.add(name);
        names.add(name);
        if (row.textContent.includes('已中断')) seen.interrupted.add(name);
      }
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { seenRows: () => ({ twice: [...seen.twice], interrupted: [...seen.interrupted] }) });
  });
  return () => page.evaluate(() => (window as unknown as { seenRows(): { twice: string[]; interrupted: string[] } }).seenRows());
}
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** A folder on this computer, as a person would choose it. */
function folderOnDisk(name: string, files: Record<string, string>): string {
  const top = join(mkdtempSync(join(tmpdir(), 'alcove-folder-')), name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(top, path, '..'), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  return top;
}

for (const walk of walksOf('desktop'))
  test(`a stranger hands over files, and the owner finds them (${walk.locale})`, async ({ page, company, person }) => {
    const { locale, looks } = walk;
    const [{ colorScheme, width }] = looks;
    const phone = width === 390;
    const said = words[locale];
    const { folderId, path } = await collects(company, person);
    await person.uploads('what others sent', '别人的.txt', folderId);
    await opensAs(page, path, { colorScheme, locale, phone });
    const faultless = async () => expect(await everyFault(page)).toEqual([]);
    await expect(title(page)).toHaveText('投标文件收集');
    await expect(page.getByText('请按「公司名_文件名」命名')).toBeVisible();
    await expect(page.getByText('别人的.txt')).toHaveCount(0);
    expect(await page.getByText(person.accountName).count()).toBe(0);
    await inBothLooks(page, walk, 'upload-empty', faultless);

    const files = [
      fileOf('投标函 📄 青禾.pdf', '%PDF-1.4 a'),
      fileOf('空的.txt', ''),
      fileOf('别人的.txt', 'mine'),
      fileOf('large.bin', 9_000_000),
    ];
    await chooses(page, said.files, pathsOf(...files));
    await expect(title(page)).toHaveText(said.done(4));
    await inBothLooks(page, walk, 'upload-done', faultless);
    expect((await person.names(folderId)).toSorted()).toEqual(
      ['别人的 (1).txt', '别人的.txt', 'large.bin', '投标函 📄 青禾.pdf', '空的.txt'].toSorted(),
    );
    const [visit] = (await person.call(calls.link.visits, { linkPath: path })).items;
    expect(visit!.took.map(({ deed, instanceName }) => `${deed} ${instanceName}`)).toContain('upload 投标函 📄 青禾.pdf');
    // The same again is no second file.
    await page.getByRole('button', { name: said.more }).click();
    await chooses(page, said.files, pathsOf(files[0]!, files[1]!));
    await expect(rowOf(page, '别人的.txt')).toBeVisible();
    await inBothLooks(page, walk, 'upload-list', async () => expect(await faults(page)).toEqual([]));
    expect(await person.names(folderId)).toHaveLength(5);
    if (!phone) {
      await chooses(page, said.folder, folderOnDisk('图纸', { 'A/总图.dwg': 'a', '说明.md': 'b' }));
      await expect(title(page)).toHaveText(said.done(6));
      const { items } = await person.call(calls.instance.page, { parentId: folderId });
      const folder = items.find(({ instanceName }) => instanceName === '图纸');
      expect((await person.names(folder!.instanceId)).toSorted()).toEqual(['A', '说明.md']);
    }
  });

const alert = (page: Page): Locator => page.getByRole('alert');
const act = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
/** A call of the link by its name. */
const linkCall = (name: string) => (request: Pick<Request, 'url'>) => new URL(request.url()).pathname === `/disk/api/link/${name}`;
const reserved = async (company: Company, person: Person): Promise<number> =>
  (await company.database.selectFrom('space').select('reserved_bytes').where('owner_id', '=', person.userId).executeTakeFirstOrThrow())
    .reserved_bytes;
/** A file of two parts. While the second is held, it is under way, however fast the machine is. */
const inTwo = (name: string): PickedFile => fileOf(name, partSize + MiB);
const untilUnderWay = (page: Page, name: string) => expect(rowOf(page, name)).toContainText(/[1-9]\d?%/);

test('withdrawn half way: what arrived stays, nothing half done does, and nothing more can be chosen', async ({
  page,
  company,
  person,
}) => {
  const { folderId, path } = await collects(company, person);
  await page.goto(addressOf(path));
  const seen = await watchesRows(page);
  const letGo = await leaveWaiting(page, '*partNumber=2*');
  const [small, large, later] = [fileOf('报价.txt', 'price'), inTwo('全套图纸.zip'), inTwo('资质.zip')];
  await chooses(page, '选择文件', pathsOf(small, large));
  await expect(rowOf(page, small.name)).toContainText('已收到');
  await untilUnderWay(page, large.name);
  await chooses(page, '选择文件', pathsOf(later));
  await expect(rowOf(page, later.name)).toContainText('等待中');
  await keepsPicture(page, 'upload-under-way-1440-light');
  await person.call(calls.link.remove, { linkPaths: [path] });
  await letGo();
  await expect(alert(page)).toContainText('分享链接错误');
  await expect(alert(page)).toContainText('已收到的文件不受影响，其余未上传。');
  await expect(rowOf(page, small.name)).toContainText('已收到');
  await expect(rowOf(page, large.name)).toContainText('未上传');
  await expect(rowOf(page, later.name)).toContainText('未上传');
  await expect(page.getByRole('button', { name: '选择文件' })).toHaveCount(0);
  expect(await seen()).toEqual({ twice: [], interrupted: [] });
  expect(await faults(page)).toEqual([]);
  await keepsPicture(page, 'upload-ended-1440-light');
  expect(await person.names(folderId)).toEqual([small.name]);
});

test(
  'the network goes and comes back, and the upload goes on with what was sent',
  { tag: '@thorough' },
  async ({ page, company, person }) => {
    const { folderId, path } = await collects(company, person);
    await page.goto(addressOf(path));
    await page.evaluate(() => document.fonts.ready);
    const sent = sentBy(page);
    const heal = await slowLine(page, 8 * MiB);
    const large = fileOf('全套图纸.zip', 40 * MiB);
    await chooses(page, '选择文件', pathsOf(large));
    await expect.poll(() => sent.accepted.length).toBeGreaterThan(0);
    await heal();
    await page.context().setOffline(true);
    await expect(rowOf(page, large.name)).toContainText('网络已断开，恢复后自动继续');
    await page.context().setOffline(false);
    await expect(title(page)).toHaveText(/^1 个文件已交给/, { timeout: 60_000 });
    expectNoneAgain(sent.accepted, large.size);
    expect(await person.names(folderId)).toEqual([large.name]);
  },
);

test('a reload half way keeps what was received and what was sent; the same files again bring the rest', async ({
  page,
  company,
  person,
  baseURL,
}) => {
  const { folderId, path } = await collects(company, person);
  await page.goto(addressOf(path));
  page.on('dialog', (dialog) => void dialog.accept());
  const sent = sentBy(page);
  const letGo = await leaveWaiting(page, '*partNumber=2*');
  const [small, large] = [fileOf('报价.txt', 'price'), inTwo('全套图纸.zip')];
  await chooses(page, '选择文件', pathsOf(small, large));
  await expect(rowOf(page, small.name)).toContainText('已收到');
  await expect.poll(() => sent.accepted).toEqual([1]);
  await page.reload();
  await letGo();
  await expect(rowOf(page, small.name)).toContainText('已收到');
  await expect(rowOf(page, large.name)).toContainText('已中断，重新选择同一文件继续');
  await keepsPicture(page, 'upload-interrupted-1440-light');
  await chooses(page, '选择文件', pathsOf(small, large));
  await expect(title(page)).toHaveText(/^2 个文件已交给/, { timeout: 60_000 });
  expect(sent.accepted).toEqual([1, 2]);
  expect((await person.names(folderId)).toSorted()).toEqual([large.name, small.name].toSorted());
  // Whoever opens the link anew is somebody else, and is told nothing of it.
  const other = await page.context().newPage();
  await other.goto(byOtherName(baseURL!, addressOf(path)));
  await expect(other.getByRole('button', { name: '选择文件', exact: true })).toBeVisible();
  await expect(other.getByText(small.name)).toHaveCount(0);
  await other.close();
});

test('a cancelled upload leaves nothing, all are cancelled only after a question, and each limit is told in its own words', async ({
  page,
  company,
  person,
}) => {
  const { folderId, path } = await collects(company, person);
  await page.goto(addressOf(path));
  await leaveWaiting(page, '*partNumber=2*');
  const [one, two] = [inTwo('one.bin'), inTwo('two.bin')];
  await chooses(page, '选择文件', pathsOf(one));
  await untilUnderWay(page, one.name);
  await chooses(page, '选择文件', pathsOf(two));
  await expect(rowOf(page, two.name)).toBeVisible();
  expect(await reserved(company, person)).toBeGreaterThan(0);
  await act(page, '暂停「one.bin」');
  await expect(rowOf(page, one.name)).toContainText('已暂停');
  await act(page, '取消「one.bin」');
  await expect(rowOf(page, one.name)).toHaveCount(0);
  await act(page, '全部取消');
  await expect(page.getByRole('alertdialog')).toContainText('取消 1 个文件的上传？');
  await page.getByRole('alertdialog').getByRole('button', { name: '取消上传' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  await expect.poll(() => reserved(company, person)).toBe(0);
  expect(await person.names(folderId)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: '选择文件', exact: true })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(0);

  // Each limit is told in its own words, and nothing of it is sent.
  const huge = fileOf('huge.bin', '');
  truncateSync(huge.path, limits.visitorFileBytes + 1);
  await chooses(page, '选择文件', [huge.path]);
  await expect(rowOf(page, huge.name)).toContainText('超过 10.00 GB，未上传');
  await act(page, '移除「huge.bin」');

  const many = Array.from({ length: limits.filesPerSelection.web + 1 }, (_, at) => fileOf(`${at}.txt`, 'x').path);
  await chooses(page, '选择文件', many);
  await expect(page.getByRole('status').filter({ hasText: '一次最多上传 500 个文件' })).toBeVisible();

  const parts = Array.from({ length: 7 }, (_, at) => fileOf(`nine ${at}.bin`, ''));
  for (const part of parts) truncateSync(part.path, 9 * 1024 * MiB);
  await chooses(page, '选择文件', pathsOf(...parts));
  await expect(page.getByRole('status').filter({ hasText: '一次选择的文件总大小不能超过 60 GB' })).toBeVisible();

  const total = (uploaded_bytes: number) => company.database.updateTable('link').set({ uploaded_bytes }).where('path', '=', path).execute();
  await total(limits.linkUploadBytes - 5);
  await chooses(page, '选择文件', [fileOf('full.txt', 'six characters').path]);
  await expect(rowOf(page, 'full.txt')).toContainText('此链接可上传的总量已用完 [150032]');
  await total(0);
  const room = (quota_bytes: number) =>
    company.database.updateTable('space').set({ quota_bytes }).where('owner_id', '=', person.userId).execute();
  await room(3);
  await act(page, '重试「full.txt」');
  await expect(rowOf(page, 'full.txt')).toContainText(/对方空间不足，请联系 ?.\*\* \[002\]/);
  expect(await faults(page)).toEqual([]);
  await keepsPicture(page, 'upload-limits-1440-light');
  await room(1_000_000);
  await act(page, '重试「full.txt」');
  await expect(title(page)).toHaveText(/^1 个文件已交给/);
  expect(await person.names(folderId)).toEqual(['full.txt']);
});

test('a refused token is asked for anew three times, then the row says so', { tag: '@thorough' }, async ({ page, company, person }) => {
  const { folderId, path } = await collects(company, person);
  await hurry(page);
  await page.goto(addressOf(path));
  const refusal = (route: Route) => route.fulfill({ status: 401, json: { errcode: 150010, errmsg: '请重新打开分享链接', data: null } });
  const saves = await meddle(page, linkCall('upload'), refusal);
  const large = fileOf('large.bin', 2 * MiB);
  await chooses(page, '选择文件', pathsOf(large));
  await expect(rowOf(page, large.name)).toContainText('请重新打开分享链接 [150010]');
  expect(saves.asked()).toBe(1 + limits.retries);
  saves.heal();
  await act(page, '重试「large.bin」');
  await expect(title(page)).toHaveText(/^1 个文件已交给/);
  expect(await person.names(folderId)).toEqual([large.name]);
});

test('the visit ends half way: the page opens the link again by itself, and the upload arrives', async ({ page, company, person }) => {
  const { folderId, path } = await collects(company, person);
  await page.goto(addressOf(path));
  const gate = await hold(page, store.put);
  const [one, two] = [fileOf('one.bin', 2 * MiB), fileOf('two.txt', 'two')];
  await chooses(page, '选择文件', pathsOf(one));
  await expect.poll(gate.held).toBe(1);
  await company.database
    .updateTable('link_visitor')
    .set({ expires_at: new Date(0) })
    .execute();
  gate.release();
  await chooses(page, '选择文件', pathsOf(two));
  const again = page.getByRole('button', { name: '重试「one.bin」', exact: true });
  await again.or(title(page).filter({ hasText: /^2 个文件已交给/ })).waitFor();
  if (await again.isVisible()) await again.click();
  await expect(title(page)).toHaveText(/^2 个文件已交给/);
  expect((await person.names(folderId)).toSorted()).toEqual([one.name, two.name]);
});

test('two tabs and a second click: each visit brings its own, and none brings the same file twice', async ({ page, company, person }) => {
  const { folderId, path } = await collects(company, person);
  const second = await page.context().newPage();
  await page.goto(addressOf(path));
  await second.goto(addressOf(path));
  const file = fileOf('标书.pdf', '%PDF-1.4');
  await expect(page.getByRole('button', { name: '选择文件', exact: true })).toBeVisible();
  // A drop, twice within one moment.
  await page.evaluate(() => {
    for (let times = 0; times < 2; times += 1) {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['%PDF-1.4 dropped'], '拖入.pdf', { lastModified: 1_700_000_000_000 }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }
  });
  await expect(title(page)).toHaveText(/^1 个文件已交给/);
  await Promise.all([
    (async () => {
      await act(page, '继续上传');
      await chooses(page, '选择文件', pathsOf(file));
    })(),
    chooses(second, '选择文件', pathsOf(file)),
  ]);
  await expect(title(page)).toHaveText(/^2 个文件已交给/);
  await expect(title(second)).toHaveText(/^1 个文件已交给/);
  await expect(second.getByText('拖入.pdf')).toHaveCount(0);
  expect((await person.names(folderId)).toSorted()).toEqual(['拖入.pdf', '标书 (1).pdf', '标书.pdf'].toSorted());
  await second.close();
});

for (const phone of thorough ? [true, false] : [true])
  test(`a link that may be edited takes new files, new versions and folders, and changes nothing else: ${phone ? 'phone' : 'desk'}`, async ({
    page,
    company,
    person,
  }) => {
    const { instanceId } = await person.folder('联合方案');
    const draft = await person.uploads('first', '方案.txt', instanceId);
    const path = await opensLink(person, company.visitor(), instanceId, { permissions: ['edit'] });
    await opensAs(page, path, { phone });
    const grid = page.getByRole('grid');
    const adds = async (entry: string): Promise<void> => {
      await page.getByRole('button', { name: '上传', exact: true }).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };
    await expect(grid.getByText('方案.txt')).toBeVisible();
    await adds('新建文件夹');
    const dialog = page.getByRole('dialog', { name: '新建文件夹' });
    await dialog.getByRole('button', { name: '创建' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('请输入文件夹名称');
    await dialog.getByRole('textbox').fill('附件');
    expect(await everyFault(page)).toEqual([]);
    await keepsPicture(page, `visitor-new-folder-${phone ? 390 : 1440}-light`);
    await dialog.getByRole('textbox').press('Enter');
    await expect(grid.getByText('附件')).toBeVisible();

    const chooser = page.waitForEvent('filechooser');
    await adds('选择文件');
    await (await chooser).setFiles(pathsOf(fileOf('方案.txt', 'second'), fileOf('报价.txt', 'new')));
    await expect(grid.getByText('报价.txt')).toBeVisible();
    const panel = page.getByRole('region', { name: '上传列表' });
    await expect(panel.getByText('2 个文件，已收到 2 个')).toBeVisible();
    expect(await everyFault(page)).toEqual([]);
    await keepsPicture(page, `visitor-edit-${phone ? 390 : 1440}-light`);
    await panel.getByRole('button', { name: '关闭' }).click();
    await expect(panel).toHaveCount(0);
    expect((await person.names(instanceId)).toSorted()).toEqual(['附件', '方案.txt', '报价.txt'].toSorted());
    expect((await person.call(calls.instance.queryInstanceDetail, { instanceId: draft.instanceId })).versions).toBe(2);
    expect((await person.downloads(draft.instanceId)).toString()).toBe('second');
  });

test('a link to one file that may be edited: a new version goes into it', async ({ page, company, person }) => {
  const file = await person.uploads('first', '合同.txt', person.rootId);
  const path = await opensLink(person, company.visitor(), file.instanceId, { permissions: ['edit'] });
  const visits = [
    { colorScheme: 'light', locale: 'zh-CN', phone: false, version: 2 },
    { colorScheme: 'dark', locale: 'en-US', phone: true, version: 3 },
  ] as const;
  for (const { colorScheme, locale, phone, version } of thorough ? visits : visits.slice(0, 1)) {
    const [button, arrived, other] =
      locale === 'zh-CN' ? ['上传新版本', '已收到', '请选择 .txt 文件'] : ['Upload new version', 'Received', 'Choose a .txt file'];
    await opensAs(page, path, { colorScheme, locale, phone });
    await expect(title(page)).toHaveText('合同.txt');
    await chooses(page, button, pathsOf(fileOf('合同.pdf', 'another kind')));
    await expect(page.getByText(other)).toBeVisible();
    const sent = fileOf(`我的修改 ${version}.txt`, `${'x'.repeat(4000)}${version}`);
    await chooses(page, button, pathsOf(sent));
    await expect(page.getByRole('listitem').filter({ hasText: sent.name })).toContainText(arrived);
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    await expect(page.locator('main')).toContainText('3.9 KB');
    expect(await everyFault(page)).toEqual([]);
    await keepsPicture(page, `visitor-version-${phone ? 390 : 1440}-${colorScheme}`);
    const { items } = await person.call(calls.version.list, { instanceId: file.instanceId });
    expect(items.map((one) => one.version)).toContain(version);
  }
  expect(await person.names(person.rootId)).toEqual(['合同.txt']);
});
