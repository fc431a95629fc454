import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { personSearchText } from '../apps/server/src/search-text.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { officer } from './admin.ts';
import { expect, follow, test } from './company.ts';
import { thorough } from './thorough.ts';

const unique = (name: string) => `${name}${randomBytes(3).toString('hex')}`;

async function colleague(company: Company, realName: string): Promise<Person> {
  const person = await company.person();
  await person.call(calls.user.acknowledgeAgreement, {});
  const { accountName } = person;
  await company.database
    .updateTable('user_account')
    .set({ real_name: realName, search_text: await personSearchText({ realName, accountName }) })
    .where('id', '=', person.userId)
    .execute();
  return person;
}

/** Presses Tab until the named element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    const now = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement | null;
      const labelled = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels?.[0]?.textContent : undefined;
      return (at?.getAttribute('aria-label') ?? labelled ?? at?.textContent ?? '').trim().slice(0, 80);
    });
    if (name.test(now)) return;
    passed.push(now);
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key never came to ${name}, but to: ${passed.join(' | ')}`);
}

/** Presses Tab until the row, or something in it, has the focus. */
async function tabToRow(page: Page, row: Locator): Promise<void> {
  const focused = row.locator(':focus').or(row.and(page.locator(':focus')));
  for (let step = 0; step < 60 && (await focused.count()) === 0; step += 1) await page.keyboard.press('Tab');
}

test('by keyboard alone: a group, whom it is for, a file that is shared, and why somebody has it', async ({
  signedIn: page,
  person,
  company,
}) => {
  const [member, receiver] = [await colleague(company, unique('陈思远')), await colleague(company, unique('沈嘉禾'))];
  const names = await Promise.all([member, receiver].map(async (one) => (await one.call(calls.user.currentUser, {})).userRealName));
  const folder = unique('合同');
  await person.folder(folder);
  const group = unique('发布会');

  await page.goto('/disk/groupFile');
  await expect(page.getByText('你还没有创建或管理群组')).toBeVisible();
  await tabTo(page, /^新建群组$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '新建群组' })).toBeVisible();
  await tabTo(page, /^群组名称/);
  await page.keyboard.type(group);
  await tabTo(page, /^预分配空间/);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: group, level: 1 })).toBeVisible();

  await tabTo(page, /^成员 1$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^邀请$/);
  await page.keyboard.press('Enter');
  const invite = page.getByRole('dialog', { name: `邀请加入「${group}」` });
  await tabTo(page, /^姓名、账号、拼音或部门/);
  await page.keyboard.type(names[0]!);
  await expect(invite.getByRole('option', { name: names[0]! })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, /^邀请 1 人$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: '成员' }).getByText(names[0]!)).toBeVisible();

  await follow(page, '/disk/personalFile');
  const row = page.getByRole('row').filter({ hasText: folder });
  await expect(row).toBeVisible();
  await tabToRow(page, row);
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: /^共享/ })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `共享「${folder}」` });
  await expect(dialog).toBeVisible();
  await tabTo(page, /^姓名、账号、拼音或部门/);
  await page.keyboard.type(names[1]!);
  await expect(dialog.getByRole('option', { name: names[1]! })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, /^共享$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`已共享「${folder}」`)).toBeVisible();
  await expect(dialog).toBeHidden();

  await tabToRow(page, row);
  await page.keyboard.press('i');
  await tabTo(page, /^信息$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '权限' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, new RegExp(names[1]!));
  await page.keyboard.press('Enter');
  await expect(
    page
      .getByText('为什么他能看到')
      .or(page.getByText(/为什么.*看到/))
      .first(),
  ).toBeVisible();
});

test('each key of the map does what it says, in the list and among the cards; single ones can be switched off', async ({
  signedIn: page,
  person,
}) => {
  test.setTimeout(180_000);
  // With a listener, Playwright intercepts file choosers. Adding it together with the key press would be too late.
  page.on('filechooser', () => {});
  const box = await person.folder('A 盒子');
  for (const name of ['b.txt', 'c.txt', 'd.txt']) await person.uploads(name, name);
  await page.goto('/disk/personalFile?sort=instanceName&order=asc');
  const item = (name: string) => page.locator('[data-row-id]').filter({ hasText: name });
  const selected = () => page.locator('[data-row-id][aria-selected="true"]');
  const press = (...keys: string[]) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  // The toast of the previous change covers the list, so it is dismissed first.
  const clear = () =>
    expect(async () => {
      await press('Escape');
      await expect(selected()).toHaveCount(0, { timeout: 500 });
    }).toPass();
  await expect(item('d.txt')).toBeVisible();

  const pressTheRest = async (view: 'list' | 'grid'): Promise<void> => {
    await item('b.txt').focus();
    await press('F2');
    await expect(page.getByRole('textbox', { name: '名称' })).toBeFocused();
    await press('Escape');
    await item('b.txt').focus();
    await press('Shift+F10');
    // The menu takes the focus shortly after it appears.
    await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
    await press('Escape');
    await expect(item('b.txt')).toBeFocused();
    // A dialog that is gone at once gives the focus back, too.
    await press('Shift+F10');
    await page.getByRole('menuitem', { name: /^移动到/ }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(item('b.txt')).toBeFocused();
    // The first request is slow, and the second must not overtake it.
    await page.route('**/disk/api/collect/create', (route) => setTimeout(() => void route.continue(), 700), { times: 1 });
    await press('s');
    await expect(item('b.txt')).toContainText('已收藏');
    await press('s');
    await expect(page.getByText('已取消收藏「b.txt」')).toBeVisible();
    await expect(item('b.txt')).not.toContainText('已收藏');
    expect((await person.call(calls.favourite.page, {})).total).toBe(0);
    const chooser = page.waitForEvent('filechooser');
    await press('u');
    await chooser;
    await press('n');
    await expect(page.getByRole('dialog', { name: '新建文件夹' })).toBeVisible();
    await press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await item('b.txt').focus();
    await press('i');
    await expect(page.getByRole('tab', { name: '信息' })).toBeVisible();
    await press('i');
    await expect(page.getByRole('tab', { name: '信息' })).toBeHidden();
    await press('t');
    await expect(page.getByRole('region', { name: '传输列表' })).toBeVisible();
    await item('b.txt').focus();
    await press('t');
    await expect(page.getByRole('region', { name: '传输列表' })).toBeHidden();

    await item('c.txt').focus();
    await clear();
    await press('Delete');
    await expect(page.getByText('请先选择文件')).toBeVisible();
    await press('Space', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: '删除 1 项' }).click();
    await expect(item('c.txt')).toBeHidden();
    await expect(page.getByRole('button', { name: '撤销' })).toBeVisible();
    await item('d.txt').focus();
    // A dialog closes before the toast, which holds what can be undone.
    await press('?');
    await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: '撤销' })).toBeVisible();
    await expect(item('d.txt')).toBeFocused();
    await press('Control+z');
    await expect(item('c.txt')).toBeVisible();
    await item(view === 'list' ? 'd.txt' : 'b.txt').focus();
    await press('Control+c', 'Home', 'Enter');
    await expect(page.getByRole('heading', { name: 'A 盒子', level: 1 })).toBeVisible();
    await expect(item('c.txt')).toBeHidden();
    await press('Control+v');
    await expect.poll(() => person.names(box.instanceId)).toHaveLength(view === 'list' ? 1 : 2);
    await press('Backspace');
    await item('b.txt').focus();

    await press('/');
    await expect(page.getByRole('combobox', { name: /搜索/ })).toBeFocused();
    await press('Escape');
    await item('b.txt').focus();
    await press('Control+k');
    await expect(page.getByRole('combobox', { name: /搜索/ })).toBeFocused();
    await press('Escape');
  };

  for (const [view, next] of [
    ['list', 'ArrowDown'],
    ['grid', 'ArrowRight'],
  ] as const) {
    await item('A 盒子').focus();
    await press(next);
    await expect(item('b.txt')).toBeFocused();
    await press(`Shift+${next}`);
    await expect(selected()).toHaveCount(2);
    await clear();
    await press('Space');
    await expect(selected()).toHaveCount(1);
    await press('Control+a');
    await expect(selected()).toHaveCount(4);
    await clear();
    await press('Home');
    await expect(item('A 盒子')).toBeFocused();

    await press('Enter');
    await expect(page.getByRole('heading', { name: 'A 盒子', level: 1 })).toBeVisible();
    await expect(item('c.txt')).toBeHidden();
    await press('Backspace');
    await expect(item('c.txt')).toBeVisible();
    await item('A 盒子').focus();
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'A 盒子', level: 1 })).toBeVisible();
    await expect(item('c.txt')).toBeHidden();
    await press('Alt+ArrowUp');
    await expect(item('c.txt')).toBeVisible();

    // The other keys do not ask how the items are drawn.
    if (view === 'list' || thorough) await pressTheRest(view);
    await item('b.txt').focus();
    await press('v');
    await expect(page.getByRole('radio', { name: view === 'list' ? '网格' : '列表' })).toBeChecked();
  }

  await item('b.txt').focus();
  await press('?');
  const keys = page.getByRole('dialog', { name: '键盘快捷键' });
  await keys.getByRole('switch').uncheck();
  await press('Escape');
  await expect(keys).toBeHidden();
  await item('b.txt').focus();
  await press('n', '?', '/', 'v');
  await expect(page.getByRole('radio', { name: '列表' })).toBeChecked();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: '帮助' }).click();
  await page.getByRole('menuitem', { name: '键盘快捷键' }).click();
  await expect(keys.getByRole('switch')).not.toBeChecked();
});

test('scroll, page, order and selection are there on return, in one’s own files, a group and a share', async ({
  signedIn: page,
  person,
  company,
}) => {
  const other = await company.person();
  const fill = async (owner: Person, parentId: string) => {
    const children = Array.from({ length: 70 }, (_, n) => ({ instanceName: `第 ${n} 项` }));
    return owner.call(calls.instance.batchCreateFolder, { parentId, instanceName: '很多', children });
  };
  const own = await fill(person, person.rootId);
  const { groupId } = await person.call(calls.group.createGroup, { groupName: unique('组'), preallocatedSize: 1_000_000 });
  const grouped = await fill(person, groupId);
  const given = await fill(other, other.rootId);
  await other.call(calls.innerSharing.create, {
    instanceId: given.instanceId,
    members: [{ kind: 'person', id: person.userId, role: 'edit' }],
  });
  const { items } = await person.call(calls.innerSharing.page, { side: 'received' });
  const sorted = 'size=40&page=2&sort=instanceName&order=desc';
  const places = [
    ['个人文件', `/disk/personalFile?folder=${own.instanceId}&${sorted}`],
    ['群组文件', `/disk/groupFile/${groupId}?folder=${grouped.instanceId}&${sorted}`],
    ['内部共享', `/disk/fileShare?share=${items[0]!.fileSharingId}&folder=${given.instanceId}&${sorted}`],
  ] as const;
  for (const [name, address] of places) {
    await page.goto(address);
    const last = page.getByRole('row').filter({ hasText: '第 0 项' });
    await last.scrollIntoViewIfNeeded();
    await last.click();
    await expect(last).toBeInViewport();
    await page.getByRole('navigation').getByRole('link', { name: '回收站' }).click();
    await expect(page.getByText('回收站是空的')).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(last).toHaveAttribute('aria-selected', 'true');
    await expect(last).toBeInViewport();
  }
});

test('by keyboard alone: rules of the allowlist and the second bin, and the focus is where it was or on what came next', async ({
  signedIn: page,
  person,
  company,
}) => {
  const names = ['甲', '乙', '丙'].map((name) => unique(name));
  const made = await Promise.all(names.map((name) => person.folder(name)));
  await person.call(calls.instance.remove, { instanceIds: made.map(({ instanceId }) => instanceId) });
  const { items } = await person.call(calls.recycle.page, { pageSize: 100 });
  await person.call(calls.recycle.remove, { recycleIds: items.map(({ recycleId }) => recycleId) });
  await officer(company, person, 'allowlist.view', 'allowlist.edit', 'secondBin.view', 'secondBin.restore', 'secondBin.remove');
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
  /** Chooses an entry of the menu of the row with the focus. */
  const choose = async (name: string): Promise<void> => {
    await page.keyboard.press('Shift+F10');
    const entry = page.getByRole('menuitem', { name, exact: true });
    await expect(entry).toBeVisible();
    for (let step = 0; step < 10 && !(await entry.evaluate((one) => one === document.activeElement)); step += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };

  await page.goto('/disk/admin/allowlist');
  const create = page.getByRole('button', { name: '新建规则', exact: true });
  const dialog = page.getByRole('dialog');
  await expect(create).toBeEnabled();
  await tabTo(page, /^新建规则$/);
  for (const saved of [false, true]) {
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await tabTo(page, /^允许的地址/);
    await page.keyboard.type('127.0.0.1');
    await page.keyboard.press('Enter');
    await page.keyboard.type('10.77.0.0/16');
    await expect(dialog.getByRole('button', { name: '保存规则' })).toBeEnabled();
    if (saved) {
      await tabTo(page, /^保存规则$/);
      await page.keyboard.press('Enter');
    } else await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(create).toBeFocused();
  }
  const rule = rowOf('10.77.0.0/16');
  await expect(rule).toBeVisible();
  await tabToRow(page, rule);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(rule).toBeFocused();
  await choose('停用');
  await expect(page.getByText('已停用', { exact: true }).first()).toBeVisible();
  await expect(rule).toBeFocused();
  const asked = page.getByRole('alertdialog');
  const confirms = asked.getByRole('button').last();
  await choose('删除');
  await expect(confirms).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(rule).toBeFocused();
  await choose('删除');
  await expect(confirms).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rule).toHaveCount(0);
  // No row is left to take it.
  await expect(page.getByRole('grid')).toBeFocused();

  await follow(page, `/disk/admin/recycle?by=${person.userId}`);
  const rows = page.locator('[data-row-id]');
  await expect(rows).toHaveCount(3);
  await tabToRow(page, rows.first());
  await choose('恢复到…');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(rows.first()).toBeFocused();
  await choose('恢复');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Delete');
  await expect(confirms).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect(rows.first()).toContainText('彻底删除');
  await expect(rows.first()).toBeFocused();
  await tabTo(page, /^清空/);
  const clear = page.getByRole('button', { name: '清空筛选结果…' });
  await expect(clear).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirms).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(clear).toBeFocused();
});
