import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '../packages/contract/src/index.ts';
import { byOtherName, expect, pageBeside, test } from './company.ts';
import { choose, fileOf, partSize, rowOf } from './uploading.ts';

test('a file in several parts goes up and comes back byte for byte; a colleague who has it sends nothing', async ({
  signedIn: page,
  company,
}) => {
  const file = fileOf('发布会主视觉 📷.bin', partSize + 123);
  await page.goto('/disk/personalFile');
  await choose(page, file);
  await expect(rowOf(page, '发布会主视觉 📷.bin')).toBeVisible();

  await rowOf(page, '发布会主视觉 📷.bin').click();
  const coming = page.waitForEvent('download');
  await page.getByRole('toolbar').getByRole('button', { name: '下载' }).click();
  const saved = await (await coming).path();
  expect(createHash('sha256').update(readFileSync(saved)).digest('hex')).toBe(file.sha256);

  await company.verified();
  const colleague = await company.person();
  await colleague.call(calls.user.acknowledgeAgreement, {});
  const theirs = await pageBeside(page, colleague);
  let sent = 0;
  theirs.on('request', (request) => (sent += request.url().includes('/storage/') ? 1 : 0));
  await theirs.goto(byOtherName(company.origin, '/disk/personalFile'));
  await choose(theirs, file);
  await expect(rowOf(theirs, '发布会主视觉 📷.bin')).toBeVisible();
  expect(sent).toBe(0);
  await theirs.close();
});

test('uploads go on in a hidden tab, whose timers fire once a minute', async ({ signedIn: page, person }) => {
  // Browsers treat a tab so that was hidden for some minutes. The headless shell hides none, so the page is made to take itself for one.
  await page.addInitScript(() => {
    const plain = window.setTimeout.bind(window);
    let hidden = false;
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    window.setTimeout = ((work: () => void, ms?: number) => plain(work, hidden ? 60_000 : ms)) as typeof setTimeout;
    Object.assign(window, { hide: () => (hidden = true) });
  });
  await page.goto('/disk/personalFile');
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  await page.evaluate('hide()');
  const small = Array.from({ length: 40 }, (_, n) => fileOf(`第 ${n} 份.txt`, 1000));
  await choose(page, fileOf('三个分片.bin', 2 * partSize + 1), ...small);
  await expect.poll(async () => (await person.names()).length).toBe(41);
});

test('a dropped tree of folders arrives whole, empty folders included', { tag: '@thorough' }, async ({ signedIn: page, person }) => {
  const root = join(mkdtempSync(join(tmpdir(), 'alcove-dropped-')), '项目资料');
  mkdirSync(join(root, '空文件夹'), { recursive: true });
  mkdirSync(join(root, '源码', '深一层'), { recursive: true });
  writeFileSync(join(root, '说明.md'), '# 说明');
  for (let n = 0; n < 12; n += 1) writeFileSync(join(root, '源码', '深一层', `第${n}章.txt`), `正文 ${n}`);
  await page.goto('/disk/personalFile');
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [root], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await cdp.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data });
  await expect(rowOf(page, '项目资料')).toBeVisible();
  const names = async (...path: string[]): Promise<string[]> => {
    let id: string = person.rootId;
    for (const name of path) id = (await childOf(id, name)) ?? id;
    return person.names(id);
  };
  const childOf = async (parentId: string, name: string): Promise<string | undefined> => {
    return (await person.call(calls.instance.page, { parentId, pageSize: 100 })).items.find((item) => item.instanceName === name)
      ?.instanceId;
  };
  await expect.poll(() => names('项目资料')).toEqual(expect.arrayContaining(['空文件夹', '源码', '说明.md']));
  await expect.poll(async () => (await names('项目资料', '源码', '深一层')).length).toBe(12);
});

test('a name that is taken asks, and keeps both when told to', { tag: '@thorough' }, async ({ signedIn: page, person }) => {
  await person.uploads('old', '纪要.txt');
  await page.goto('/disk/personalFile');
  await choose(page, fileOf('纪要.txt', 'new content'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('两个都保留').click();
  await dialog.getByRole('button', { name: /保留/ }).click();
  await expect.poll(() => person.names()).toEqual(expect.arrayContaining(['纪要.txt', '纪要 (1).txt']));
});
