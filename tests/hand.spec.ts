import type { Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { choose, chooseFolder, put, scratch } from './choosing.ts';
import { expect, test } from './company.ts';
import { checks, hold, keptUploads, leaveWaiting } from './uploading.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const panel = (page: Page) => page.getByRole('region', { name: /^(传输列表|Transfers)$/ });
const listed = '/disk/personalFile?sort=instanceName&order=asc';

test('keys reach a list that nobody has clicked; what is deleted comes back by Ctrl+Z', async ({ signedIn: page, person }) => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await person.uploads(name, name);
  await page.goto(listed);
  await test.step('nobody has clicked; Ctrl+Z after a button of the selection bar', async () => {
    await expect(rowOf(page, 'a.txt')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, 'a.txt')).toBeFocused();
    await page.getByRole('toolbar', { name: '所选项的操作' }).getByRole('button', { name: '删除' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /删除 1 项/ })
      .click();
    await expect(page.getByText('已删除「a.txt」')).toBeVisible();
    await expect(rowOf(page, 'a.txt')).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'a.txt')).toBeVisible();
  });
  await test.step('after deleting by key the keyboard is at the next row; Ctrl+Z brings the file back, though pressed before the answer', async () => {
    await rowOf(page, 'b.txt').click();
    const answer = Promise.withResolvers<void>();
    await page.route(`**${calls.instance.remove.path}`, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alertdialog').getByRole('button', { name: /删除 1 项/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'b.txt')).toBeHidden();
    await expect(rowOf(page, 'c.txt')).toBeFocused();
    await page.keyboard.press('Control+z');
    answer.resolve();
    await expect(rowOf(page, 'b.txt')).toBeVisible();
    await expect(page.getByRole('button', { name: '撤销' })).toBeHidden();
    await page.keyboard.press('ArrowUp');
    await expect(rowOf(page, 'b.txt')).toBeFocused();
  });
});

test('a rename is said and can be taken back', { tag: '@thorough' }, async ({ signedIn: page, person }) => {
  await person.uploads('x', '旧名.txt');
  await page.goto(listed);
  await rowOf(page, '旧名.txt').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('新名');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已重命名为「新名.txt」')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(rowOf(page, '旧名.txt')).toBeVisible();
});

test(
  'the same folder again is one question; merged and skipped, only what is new arrives',
  { tag: '@thorough' },
  async ({ signedIn: page, person }) => {
    const folder = scratch('资料');
    for (const name of ['1.txt', '2.txt', '3.txt']) put(`first ${name}`, folder, 'sub', name);
    await page.goto('/disk/personalFile');
    await chooseFolder(page, folder);
    await expect(panel(page).getByRole('heading', { name: '已上传 3 项', level: 2 })).toBeVisible();

    put('changed', folder, 'sub', '2.txt');
    put('new', folder, 'sub', '4.txt');
    await chooseFolder(page, folder);
    const dialog = page.getByRole('dialog', { name: '这里已有同名文件夹' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('把上传的内容放进已有的文件夹')).toBeVisible();
    await dialog.getByRole('radio', { name: '跳过' }).last().click();
    await dialog.getByRole('button', { name: '合并 1 项' }).click();
    await expect(panel(page).getByText('已上传「4.txt」')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    const { items } = await person.call(calls.instance.page, { parentId: person.rootId });
    expect(items.map((item) => item.instanceName)).toEqual(['资料']);
    const sub = (await person.call(calls.instance.page, { parentId: items[0]!.instanceId })).items[0]!;
    expect((await person.names(sub.instanceId)).sort()).toEqual(['1.txt', '2.txt', '3.txt', '4.txt']);

    await chooseFolder(page, folder);
    await dialog.getByRole('radio', { name: '两个都保留' }).first().click();
    await dialog.getByRole('button', { name: '保留 1 项' }).click();
    await expect.poll(() => person.names()).toEqual(expect.arrayContaining(['资料', '资料 (1)']));
  },
);

test('names that are taken while sending wait in words, not in red, and one answer holds for the folders of the batch', async ({
  signedIn: page,
  person,
}) => {
  const folder = scratch('批次');
  for (const sub of ['甲', '乙']) for (const name of ['1.txt', '2.txt']) put(`${sub} ${name}`, folder, sub, name);
  await page.goto('/disk/personalFile');
  // Someone else uploads files of these names between the check and the upload, so only the server can notice.
  let made = false;
  await page.route(/batchCreateFolder/, async (route) => {
    const answer = await route.fetch();
    const tree = ((await answer.json()) as { data: { children: { instanceId: string }[] } }).data;
    for (const child of tree.children) for (const name of ['1.txt', '2.txt']) await person.uploads('other', name, child.instanceId);
    made = true;
    await route.fulfill({ response: answer });
  });
  await chooseFolder(page, folder);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: '应用到其余同名项' })).toBeChecked();
  expect(made).toBe(true);
  await expect(panel(page).getByText('已有同名文件，等待选择').first()).toBeVisible();
  await expect(panel(page).locator('[data-failed]')).toHaveCount(0);
  await dialog.getByText('两个都保留').click();
  await dialog.getByRole('button', { name: /保留/ }).click();
  await expect(panel(page).getByRole('heading', { name: '已上传 4 项', level: 2 })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('what is uploaded says so, with where; from there the list marks it', async ({ signedIn: page, person }) => {
  const folder = await person.folder('项目资料');
  await page.goto(`/disk/personalFile?folder=${folder.instanceId}`);
  await choose(page, ...['一.txt', '二.txt'].map((name) => put(name, scratch('done'), name)));
  await expect(panel(page).getByText('已上传 2 项').last()).toBeVisible();
  await expect(panel(page).getByText('个人文件 / 项目资料')).toBeVisible();
  await page.reload();
  await choose(page, put('三', scratch('done'), '三.txt'));
  await expect(panel(page).getByText('已上传「三.txt」')).toBeVisible();
  await panel(page).getByRole('button', { name: '打开所在位置' }).click();
  await expect(rowOf(page, '三.txt')).toHaveAttribute('aria-selected', 'true');
});

test('an item further down is marked where its place is opened, and on the way back the folder that one came from', async ({
  signedIn: page,
  person,
}) => {
  test.setTimeout(90_000);
  const folder = await person.folder('夹');
  for (let n = 10; n < 36; n += 1) await person.folder(`子 ${n}`, folder.instanceId);
  const { items } = await person.call(calls.instance.page, { parentId: folder.instanceId, keyword: '子 35' });
  // The list changes while the item is looked for.
  const search = await hold(
    page,
    (request) => request.url().endsWith(calls.instance.narrowPage.path) && JSON.parse(request.postData() ?? '{}').pageSize === 100,
  );
  await page.goto(`/disk/personalFile?folder=${folder.instanceId}&sort=instanceName&order=asc&item=${items[0]!.instanceId}`);
  await expect.poll(search.held).toBeGreaterThan(0);
  await person.folder('子 09', folder.instanceId);
  await expect(rowOf(page, '子 09')).toBeVisible();
  search.release();
  await expect(rowOf(page, '子 35')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/page=2/);
  await expect(page).not.toHaveURL(/item=/);
  await rowOf(page, '子 35').dblclick();
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, '子 35')).toBeFocused();
});

test('the panel covers neither the pages nor the selection bar', async ({ signedIn: page, person }) => {
  for (let n = 10; n < 34; n += 1) await person.folder(`子 ${n}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(listed);
  await expect(rowOf(page, '子 10')).toBeVisible();
  await page.getByRole('button', { name: /^传输/ }).click();
  await expect(panel(page)).toBeVisible();
  await rowOf(page, '子 10').getByText('子 10').click();
  const bar = page.getByRole('toolbar', { name: '所选项的操作' });
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(bar).toBeVisible();
    const boxes = async () => {
      const [a, b, c] = await Promise.all(
        [panel(page), bar, page.getByRole('navigation', { name: '分页' })].map((one) => one.boundingBox()),
      );
      const meet = (x: typeof a, y: typeof a) =>
        x!.x < y!.x + y!.width && y!.x < x!.x + x!.width && x!.y < y!.y + y!.height && y!.y < x!.y + x!.height;
      return [meet(a!, b!), meet(a!, c!)];
    };
    await expect.poll(boxes).toEqual([false, false]);
  }
});

test('files that had not begun are offered again after a reload, and go on when they are chosen', async ({ signedIn: page, person }) => {
  await page.goto('/disk/personalFile');
  const letGo = await leaveWaiting(page, ...checks); // so no upload starts
  const paths = ['甲.txt', '乙.txt', '丙.txt'].map((name) => put(name, scratch('waiting'), name));
  await choose(page, ...paths);
  await expect(panel(page).getByText('丙.txt')).toBeVisible();
  await expect.poll(() => keptUploads(page, person, 'waiting')).toHaveLength(3);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(panel(page).getByRole('heading', { name: '3 项上传中断', level: 2 })).toBeVisible();
  // Before the reload, this would let the old page's pending requests through.
  await letGo();
  await panel(page).getByRole('button', { name: '展开' }).click();
  const chooser = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: '一次选择全部原文件' }).click();
  await (await chooser).setFiles(paths);
  await expect.poll(() => person.names()).toHaveLength(3);
  await expect(panel(page).getByRole('heading', { name: '已上传 3 项', level: 2 })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, '丙.txt')).toBeVisible();
  await page.waitForTimeout(1000);
  await expect(panel(page)).toBeHidden();
});
