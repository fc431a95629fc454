import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { faults } from './axe.ts';
import { enter, expect, test } from './company.ts';
import { inBothLooks, walksOf, wear } from './looks.ts';
import type { Walk } from './looks.ts';
import { choose, drop, put, scratch } from './choosing.ts';
import { plainHost } from './names.ts';
import { calls } from '../packages/contract/src/index.ts';
import { checks, keptUploads, leaveWaiting } from './uploading.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';

const MiB = 1_048_576;
const part = 8 * MiB;
/** Each test reads, hashes and sends some 15 MB, which takes long on a busy machine. */
test.describe.configure({ timeout: 150_000 });
const list = (page: Page) => page.getByRole('region', { name: /^(传输列表|Transfers)$/ });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const interrupted = (page: Page) => page.getByRole('region', { name: /^(中断的上传|Interrupted uploads)$/ });

/** Part numbers in the order in which the store accepted them. */
function acceptedParts(page: Page): number[] {
  const parts: number[] = [];
  page.on('response', (response) => {
    const number = new URL(response.url()).searchParams.get('partNumber');
    if (number !== null && response.request().method() === 'PUT' && response.ok()) parts.push(Number(number));
  });
  return parts;
}

async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
}

async function arrivedWhole(person: Person, page: Page, name: string, bytes: Buffer): Promise<void> {
  await expect(rowOf(page, name)).toBeVisible({ timeout: 60_000 });
  const { items } = await person.call(calls.instance.page, { parentId: person.rootId });
  const got = await person.downloads(items.find((one) => one.instanceName === name)!.instanceId);
  expect(got.equals(bytes)).toBe(true);
}

const reserved = async ({ database }: Company, person: Person): Promise<number> => {
  const rows = await database.selectFrom('upload').select('reserved_bytes').where('user_id', '=', person.userId).execute();
  return rows.reduce((sum, row) => sum + Number(row.reserved_bytes), 0);
};

async function opens(page: Page): Promise<void> {
  await page.goto('/disk/personalFile');
  await expect(page.getByText('这里还没有文件')).toBeVisible();
}

async function interrupt(
  page: Page,
  person: Person,
  name: string,
  bytes: Buffer,
  how: 'chosen' | 'dropped',
): Promise<{ path: string; sent: number[]; parts: number[] }> {
  const path = put(bytes, scratch('resume'), name);
  const parts = acceptedParts(page);
  // Only the first part goes through, so that the upload stops halfway on any machine.
  const letGo = await leaveWaiting(page, '*partNumber=2*', '*partNumber=3*');
  await (how === 'chosen' ? choose(page, path) : drop(page, [path]));
  await expect.poll(() => parts).toEqual([1]);
  await expect.poll(async () => (await keptUploads(page, person, 'uploads')).map(({ sentBytes = 0 }) => sentBytes >= part)).toEqual([true]);
  await reload(page);
  await letGo();
  const sent = parts.splice(0);
  return { path, sent, parts };
}

test('uploads that were interrupted or are under way', async ({ signedIn: page, person }) => {
  test.slow();
  await test.step('a reload half-way: the row is there, folded; the same file picked again sends what is missing, another is refused', async () => {
    await opens(page);
    const bytes = randomBytes(part + 5 * MiB);
    const { path, sent, parts } = await interrupt(page, person, '录像素材.bin', bytes, 'chosen');
    await expect(list(page).getByText('1 项上传中断')).toBeVisible();
    await expect(interrupted(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /传输列表.*上传 0/ })).toBeVisible(); // it is not counted among the uploads in progress
    await list(page).getByRole('button', { name: '展开' }).click();
    await expect(interrupted(page).getByText('录像素材.bin')).toBeVisible();
    await expect(interrupted(page).getByText(/已上传 [1-8]?[0-9]% · 个人文件/)).toBeVisible();

    const pick = async (file: string) => {
      const chooser = page.waitForEvent('filechooser');
      await interrupted(page).getByRole('button', { name: '选择原文件「录像素材.bin」' }).click();
      await (await chooser).setFiles(file);
    };
    await pick(put(randomBytes(part + 5 * MiB), scratch('other'), '录像素材.bin'));
    await expect(page.getByText(/不是同一个文件，请选择「录像素材.bin」，13.00 MB/)).toBeVisible();
    expect(parts).toEqual([]);
    await expect(interrupted(page).getByText('录像素材.bin')).toBeVisible();
    await pick(path);
    await arrivedWhole(person, page, '录像素材.bin', bytes);
    expect([...sent, ...parts].sort()).toEqual([1, 2]);
    await expect(list(page).getByText('已上传「录像素材.bin」').last()).toBeVisible();
  });

  await test.step('a file that was dropped goes on by one click; changed since, it must be picked', async () => {
    const bytes = randomBytes(2 * part + 1);
    const { sent, parts } = await interrupt(page, person, 'dropped.bin', bytes, 'dropped');
    await list(page).getByRole('button', { name: '展开' }).click();
    const go = interrupted(page).getByRole('button', { name: '继续上传「dropped.bin」' });
    await expect(go).toBeVisible();
    await go.click();
    await arrivedWhole(person, page, 'dropped.bin', bytes);
    expect([...sent, ...parts].sort()).toEqual([1, 2, 3]);

    const moved = put('moved', scratch('resume'), 'moved.txt');
    const letGo = await leaveWaiting(page, ...checks);
    await drop(page, [moved]);
    await expect(list(page).getByText('moved.txt')).toBeVisible();
    await expect.poll(() => keptUploads(page, person, 'waiting')).toHaveLength(1);
    await reload(page);
    await letGo();
    await list(page).getByRole('button', { name: '展开' }).click();
    const stamp = new Date(Date.now() - 60_000);
    utimesSync(moved, stamp, stamp);
    await interrupted(page).getByRole('button', { name: '继续上传「moved.txt」' }).click();
    await expect(page.getByText('「moved.txt」已被修改，无法续传', { exact: false })).toBeVisible();
    await expect(interrupted(page).getByRole('button', { name: '选择原文件「moved.txt」' })).toBeVisible();
    await interrupted(page).getByRole('button', { name: '放弃「moved.txt」' }).click();
    await expect(interrupted(page)).toBeHidden();
  });

  await test.step('several are picked one by one and by a range, paused, resumed and removed; on a phone after “Select”', async () => {
    await leaveWaiting(page, ...checks);
    const folder = scratch('several');
    await choose(page, ...names.map((name) => put(randomBytes(2 * MiB), folder, name)));
    await expect(list(page).getByText(names.at(-1)!)).toBeVisible();
    const box = (name: string) => list(page).getByRole('checkbox', { name: `选择「${name}」` });
    const bar = list(page).getByRole('toolbar');
    await expect(bar).toBeHidden();
    await itemOf(page, '2.bin').hover();
    await box('2.bin').click();
    await expect(bar.getByText('已选 1 项')).toBeVisible();
    await expect(list(page).getByRole('button', { name: '全部暂停' })).toBeHidden();
    await box('4.bin').click({ modifiers: ['Shift'] });
    await expect(bar.getByText('已选 3 项')).toBeVisible();
    await bar.getByRole('button', { name: '暂停所选' }).click();
    await expect(list(page).getByText(/已暂停/)).toHaveCount(3);
    await bar.getByRole('button', { name: '继续所选' }).click();
    await expect(list(page).getByText(/已暂停/)).toHaveCount(0);
    await bar.getByRole('button', { name: '删除所选' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除 3 项' }).click();
    await expect(list(page).getByRole('listitem')).toHaveCount(2);
    await expect(bar).toBeHidden();
    await itemOf(page, '1.bin').hover();
    await box('1.bin').click();
    await bar.getByRole('checkbox', { name: '全选' }).click();
    await expect(bar.getByText('已选 2 项')).toBeVisible();
    await bar.getByRole('button', { name: '取消选择' }).click();
    await expect(bar).toBeHidden();
    await expect(list(page).getByRole('button', { name: '全部暂停' })).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(list(page).getByRole('checkbox')).toHaveCount(0);
    await list(page).getByRole('button', { name: '选择', exact: true }).click();
    await expect(bar.getByRole('button', { name: '删除所选' })).toBeDisabled();
    for (const name of ['1.bin', '5.bin']) await box(name).click();
    expect(await faults(page)).toEqual([]);
    await bar.getByRole('button', { name: '暂停所选' }).click();
    await expect(list(page).getByText(/^已暂停/)).toHaveCount(2);
    await bar.getByRole('button', { name: '取消选择' }).click();
    await expect(bar).toBeHidden();
    await expect(list(page).getByRole('checkbox')).toHaveCount(0);
  });
});

test('the row on a phone, what is given up, and what was chosen in the moment of a reload', async ({ signedIn: page, person, company }) => {
  test.slow();
  await test.step('the row has no serious fault and fits a phone; given up, its space and its parts are free at the server', async () => {
    const name = '一段名字很长很长的会议录像二〇二六年第三季度复盘.mp4';
    await opens(page);
    const speaks = ({ locale }: Walk) => page.evaluate((language) => localStorage.setItem('alcove-language', language), locale);
    await interrupt(page, person, name, randomBytes(part + 1), 'chosen');
    expect(await reserved(company, person)).toBe(part + 1);
    const upload = await company.database
      .selectFrom('upload')
      .select('object_key')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect((await company.store.listUploads()).map(({ key }) => key)).toContain(upload.object_key);
    for (const walk of walksOf('phone')) {
      await speaks(walk);
      // A page that begins on a phone offers what was interrupted in words.
      await wear(page, walk.looks[0]);
      await page.reload();
      await page.getByRole('button', { name: /^(展开|Expand|查看|Show)$/ }).click();
      await expect(interrupted(page)).toBeVisible();
      await inBothLooks(page, walk, 'interrupted', async (width) => {
        expect(await faults(page), String(width)).toEqual([]);
        const wide = await interrupted(page).evaluate((element) => element.scrollWidth > element.clientWidth);
        expect(wide, String(width)).toBe(false);
      });
    }
    await interrupted(page)
      .getByRole('button', { name: `Discard “${name}”` })
      .click();
    await expect(interrupted(page)).toBeHidden();
    expect(await reserved(company, person)).toBe(0);
    expect((await company.store.listUploads()).map(({ key }) => key)).not.toContain(upload.object_key);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('nothing of a choice is forgotten', async () => {
    const [small, large] = [randomBytes(3000), randomBytes(part + 5)];
    const folder = scratch('moment');
    const files = [put(small, folder, 'small.bin'), put(large, folder, 'large.bin')];
    await reloadsWithChoice(page);
    const loaded = page.waitForEvent('load');
    // The page lives on until the next one answers, and could have saved the small file by then.
    const letGo = await leaveWaiting(page, ...checks);
    await choose(page, ...files);
    await loaded;
    await letGo();
    await list(page).getByRole('button', { name: 'Expand' }).click();
    await expect(interrupted(page).getByText('small.bin')).toBeVisible();
    await expect(interrupted(page)).not.toContainText('会议录像'); // it was given up
    await pickAgain(page, 'large.bin', files[1]!);
    await arrivedWhole(person, page, 'large.bin', large);
    // Picked by the upload button instead, the row goes as well.
    await choose(page, files[0]!);
    await arrivedWhole(person, page, 'small.bin', small);
    await expect(interrupted(page)).toBeHidden();
    expect(await page.evaluate(() => Object.keys(localStorage).filter((item) => item.startsWith('alcove-chosen')))).toEqual([]);
  });
});

/** Two tabs of one browser: the second must not treat the first tab's running and queued uploads as interrupted until the first closes. */
async function twoTabs(context: BrowserContext, origin: string, hasLocks: boolean): Promise<void> {
  const page = await context.newPage();
  const folder = scratch('tabs');
  const sends = page.waitForRequest(/partNumber=/);
  await leaveWaiting(page, '*partNumber=*');
  await page.goto(`${origin}/disk/personalFile`);
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([hasLocks, hasLocks]);
  await choose(page, put(randomBytes(part + 1), folder, '两页.bin'), put(randomBytes(part + 2), folder, '在等.bin'));
  await sends;
  const other = await context.newPage();
  await other.goto(`${origin}/disk/personalFile`);
  await expect(other.getByText('这里还没有文件')).toBeVisible();
  await other.waitForTimeout(1500);
  await expect(list(other)).toBeHidden();
  await choose(other, put('y', scratch('mine'), '我的.txt'));
  await expect(rowOf(other, '我的')).toBeVisible(); // its own list does not make the other tab's uploads interrupted
  await expect(interrupted(other)).toBeHidden();
  await list(other).getByRole('button', { name: '关闭' }).click();
  await page.close();
  await expect(list(other).getByText('2 项上传中断')).toBeVisible(); // it takes 10 s to notice a tab that crashed
}

test('what another tab is sending is not interrupted, until that tab goes', async ({ signedIn: page, company }) => {
  await twoTabs(page.context(), company.origin, true);
});

test('on plain http too, where pages have no locks', async ({ page, person, company }) => {
  const origin = `http://${plainHost}:${new URL(company.origin).port}`;
  await enter(page.context(), person, undefined, origin);
  await twoTabs(page.context(), origin, false);
});

/** Reloads on the file input's change event: only the page's own listeners have run by then. */
const reloadsWithChoice = (page: Page) => page.evaluate(() => window.addEventListener('change', () => location.reload(), { once: true }));
test(
  'nor one whose names are still looked up; what the person then skips is not offered again',
  { tag: '@thorough' },
  async ({ signedIn: page, person, context }) => {
    await english(context);
    await person.uploads('there before', 'taken.txt');
    const file = put('other words', scratch('moment'), 'taken.txt');
    await page.goto('/disk/personalFile');
    await expect(rowOf(page, 'taken.txt')).toBeVisible();
    await choose(page, file);
    await expect(page.getByRole('dialog')).toBeVisible();
    await reload(page);
    await list(page).getByRole('button', { name: 'Expand' }).click();
    await pickAgain(page, 'taken.txt', file);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel upload' }).first().click();
    await expect(interrupted(page)).toBeHidden();
    await page.waitForTimeout(1000); // the browser deletes from its database asynchronously
    await page.reload();
    await expect(rowOf(page, 'taken.txt')).toBeVisible();
    await page.waitForTimeout(1000);
    await expect(list(page)).toBeHidden();
  },
);

const pickAgain = async (page: Page, name: string, file: string) => {
  const chooser = page.waitForEvent('filechooser');
  await interrupted(page)
    .getByRole('button', { name: `Choose file “${name}”` })
    .click();
  await (await chooser).setFiles(file);
};

test(
  'gone on with from the recycle bin, opened directly, a name that was taken meanwhile is asked about',
  { tag: '@thorough' },
  async ({ signedIn: page, person, context }) => {
    await english(context);
    const file = put('mine', scratch('meanwhile'), 'name.txt');
    const letGo = await leaveWaiting(page, ...checks);
    await page.goto('/disk/personalFile');
    await choose(page, file);
    await expect(list(page).getByText('name.txt')).toBeVisible();
    await expect.poll(() => keptUploads(page, person, 'waiting')).toHaveLength(1);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
    await letGo();
    await person.uploads('of somebody else', 'name.txt');

    await page.goto('/disk/recycleBin');
    await list(page).getByRole('button', { name: 'Expand' }).click();
    await pickAgain(page, 'name.txt', file);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Keep both').click();
    await dialog.getByRole('button', { name: /^Keep/ }).click();
    await expect.poll(() => person.names()).toEqual(expect.arrayContaining(['name.txt', 'name (1).txt']));
    await expect(interrupted(page)).toBeHidden();
  },
);

test(
  'chosen before the code of the list has come, a file is offered again after a reload',
  { tag: '@thorough' },
  async ({ signedIn: page }) => {
    const letGo = await leaveWaiting(page, '*/TransferPanel-*.js', ...checks);
    const checked = page.waitForRequest(/checkUpload(Able|s)\b/);
    await page.goto('/disk/personalFile');
    await choose(page, put('early', scratch('early'), '早.txt'));
    await checked;
    await page.waitForTimeout(1000); // by then the list has been stored
    await letGo();
    await reload(page);
    await list(page).getByRole('button', { name: '展开' }).click();
    await expect(interrupted(page).getByText('早.txt')).toBeVisible();
  },
);

async function english(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('alcove-language', 'en-US'));
}

const names = ['1.bin', '2.bin', '3.bin', '4.bin', '5.bin'];
const itemOf = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });
