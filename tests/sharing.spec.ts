import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as workbooks from '@e965/xlsx';
import { calls, eventsPath, type ShareLevel } from '../packages/contract/src/index.ts';
import { createDepartment } from '../apps/server/src/departments/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { choose, put, scratch } from './choosing.ts';
import { everyFault } from './axe.ts';
import { byOtherName, expect, pageBeside, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

/** A colleague with a unique name, in a department of their own. */
async function colleague(company: Company): Promise<{ person: Person; name: string; department: string }> {
  const person = await company.person();
  await person.call(calls.user.acknowledgeAgreement, {});
  const tag = randomBytes(3).toString('hex');
  const [name, department] = [`沈嘉禾${tag}`, `平台组${tag}`];
  const id = await company.database
    .transaction()
    .execute((transaction) => createDepartment(transaction, { name: department, parentId: null }));
  await company.database
    .updateTable('user_account')
    .set({ real_name: name, department_id: id, search_text: `${name} ${person.accountName}` })
    .where('id', '=', person.userId)
    .execute();
  return { person, name, department };
}
const give = async (giver: Person, instanceId: string, person: Person, role: ShareLevel): Promise<void> => {
  await giver.call(calls.innerSharing.create, { instanceId, members: [{ kind: 'person', id: person.userId, role }] });
};
/** Opens a page of another person's beside the test's own, which receives live updates. */
async function opensBeside(beside: Page, person: Person, path: string): Promise<Page> {
  const page = await pageBeside(beside, person);
  const heard = page.waitForResponse((answer) => answer.url().endsWith(eventsPath) && answer.status() === 200);
  await page.goto(byOtherName(person.origin, path));
  await heard;
  return page;
}
const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
async function menuOf(page: Page, name: string, entry: string | RegExp): Promise<void> {
  await rowOf(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}
/** Adds people by pasting account names; the picker's other ways have a test of their own. */
async function picks(page: Page, ...people: Person[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /共享/ });
  await dialog.getByRole('tab', { name: '批量粘贴' }).click();
  await dialog.getByRole('textbox', { name: '姓名、账号或邮箱' }).fill(people.map(({ accountName }) => accountName).join('\n'));
  await dialog.getByRole('button', { name: /识别/ }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(people.length);
}
const levelOf = async (page: Page, name: string, level: string): Promise<void> => {
  await page.getByRole('combobox', { name: new RegExp(`${name} ?的权限`) }).click();
  await page.getByRole('option', { name: level, exact: true }).click();
};

test('given to a person and a department; the receiver sees it at once, opens it, and works in it by level', async ({
  signedIn: page,
  person,
  company,
}) => {
  const other = await colleague(company);
  const folder = await person.folder('视觉规范');
  await person.uploads('内容', '说明.txt', folder.instanceId);
  const theirs = await opensBeside(page, other.person, '/disk/fileShare');
  await expect(theirs.getByText('还没有收到共享')).toBeVisible();

  await page.goto('/disk/personalFile');
  await menuOf(page, '视觉规范', /^共享/);
  const dialog = page.getByRole('dialog', { name: '共享「视觉规范」' });
  await picks(page, other.person);
  await levelOf(page, other.name, '编辑');
  await dialog.getByRole('searchbox').or(dialog.getByPlaceholder('姓名、账号、拼音或部门')).fill(other.department);
  await dialog
    .getByRole('option', { name: new RegExp(other.department) })
    .first()
    .click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: '共享', exact: true }).click();
  await expect(page.getByText('已共享「视觉规范」')).toBeVisible();
  await expect(rowOf(page, '视觉规范').getByText('已共享')).toBeAttached();

  const row = rowOf(theirs, '视觉规范');
  await expect(row).toBeVisible();
  await expect(row).toContainText(/编辑/);
  await row.dblclick();
  await expect(theirs.getByRole('heading', { name: '视觉规范', level: 1 })).toBeVisible();
  await expect(rowOf(theirs, '说明.txt')).toBeVisible();
  await choose(theirs, put('由同事上传', scratch('a'), '来自同事.txt'));
  await expect(rowOf(theirs, '来自同事.txt')).toBeVisible();
  expect((await person.names(folder.instanceId)).sort()).toEqual(['来自同事.txt', '说明.txt'].sort());
  await theirs.reload();
  await expect(rowOf(theirs, '来自同事.txt')).toBeVisible();
  await rowOf(theirs, '来自同事.txt').click({ button: 'right' });
  await expect(theirs.getByRole('menuitem', { name: /^共享/ })).toHaveAttribute('aria-disabled', 'true');
  await theirs.keyboard.press('Escape');

  await give(person, folder.instanceId, other.person, 'viewOnly');
  await expect(theirs.getByRole('button', { name: '上传', exact: true })).toBeDisabled();
  await rowOf(theirs, '说明.txt').click({ button: 'right' });
  await expect(theirs.getByRole('menuitem', { name: /下载/ })).toHaveAttribute('aria-disabled', 'true');
  await theirs.keyboard.press('Escape');
  await theirs.getByRole('navigation', { name: '位置' }).getByRole('button', { name: '内部共享' }).click();
  await expect(rowOf(theirs, '视觉规范')).toContainText('仅预览');
  await theirs.close();
});

test('changed, withdrawn and left: each side sees it at once', async ({ signedIn: page, person, company }) => {
  const other = await colleague(company);
  const [kept, gone] = [await person.folder('留下的'), await person.folder('取消的')];
  for (const { instanceId } of [kept, gone]) await give(person, instanceId, other.person, 'download');
  const theirs = await opensBeside(page, other.person, '/disk/fileShare');
  await expect(rowOf(theirs, '取消的')).toBeVisible();

  await page.goto('/disk/fileShare?tab=initiated');
  await menuOf(page, '留下的', /管理共享/);
  const dialog = page.getByRole('dialog', { name: '共享「留下的」' });
  await expect(dialog.getByText('所有者')).toBeVisible();
  await levelOf(page, other.name, '管理');
  await dialog.getByLabel('截止日期').fill('2099-12-31');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('共享已更新')).toBeVisible();
  await expect(rowOf(page, '留下的')).toContainText('2099-12-31');
  await expect(rowOf(theirs, '留下的')).toContainText('管理');

  await menuOf(page, '取消的', /取消共享/);
  await page.getByRole('dialog').getByRole('button', { name: '取消 1 项共享' }).click();
  await expect(rowOf(page, '取消的')).toHaveCount(0);
  await expect(rowOf(theirs, '取消的')).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: /^通知/ })).toHaveAccessibleName(/未读/);

  // A recipient who may manage the share adds one more person to it.
  const third = await colleague(company);
  await menuOf(theirs, '留下的', /管理成员/);
  const members = theirs.getByRole('dialog', { name: '管理「留下的」的共享' });
  await members.getByRole('tab', { name: '批量粘贴' }).click();
  await members.getByRole('textbox', { name: '姓名、账号或邮箱' }).fill(third.person.accountName);
  await members.getByRole('button', { name: /识别/ }).click();
  await expect(members.getByRole('listitem')).toHaveCount(2);
  await members.getByRole('button', { name: '保存' }).click();
  await expect(members).toBeHidden();
  await expect(rowOf(page, '留下的')).toContainText('2 项');

  await menuOf(theirs, '留下的', /退出共享/);
  await theirs.getByRole('dialog').getByRole('button', { name: '退出 1 项共享' }).click();
  await expect(theirs.getByText('还没有收到共享')).toBeVisible();
  await expect(rowOf(page, '留下的')).toContainText(third.name);
  await theirs.close();
});

test('who looks into a share that is withdrawn is told, and a received file opens as a preview', async ({
  signedIn: page,
  person,
  company,
}) => {
  const other = await colleague(company);
  const folder = await other.person.folder('别人的');
  const file = await other.person.uploads('可以看的内容', '可看.txt');
  for (const { instanceId } of [folder, file]) await give(other.person, instanceId, person, 'viewOnly');
  await page.goto('/disk/fileShare');
  await rowOf(page, '可看.txt').dblclick();
  const preview = page.getByRole('dialog', { name: /可看/ });
  await expect(preview.getByText('可以看的内容')).toBeVisible();
  await page.keyboard.press('Escape');
  await rowOf(page, '别人的').dblclick();
  await expect(
    page
      .getByText('这里还没有文件')
      .or(page.getByRole('heading', { name: '别人的', level: 1 }))
      .first(),
  ).toBeVisible();
  await other.person.call(calls.innerSharing.remove, { instanceId: folder.instanceId });
  await expect(page.getByText('这个共享已经结束')).toBeVisible();
  await page.getByRole('button', { name: '返回内部共享' }).click();
  await expect(rowOf(page, '可看.txt')).toBeVisible();
});

test('a list is imported from Excel, its problems told by row, and exported again', async ({ signedIn: page, person, company }) => {
  const other = await colleague(company);
  await person.folder('名单');
  const made = workbooks.utils.book_new();
  const rows = [
    ['账号', '姓名', '部门', '权限'],
    [other.person.accountName, '', '', '编辑'],
    ['nobody_here', '', '', '编辑'],
  ];
  workbooks.utils.book_append_sheet(made, workbooks.utils.aoa_to_sheet(rows), 'S');
  const path = put(workbooks.write(made, { type: 'buffer', bookType: 'biff8' }) as Buffer, scratch('x'), '名单.xls');
  await page.goto('/disk/personalFile');
  await menuOf(page, '名单', /^共享/);
  const dialog = page.getByRole('dialog', { name: '共享「名单」' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: '从 Excel 导入' }).click();
  await (await chooser).setFiles(path);
  const found = page.getByRole('dialog', { name: '导入成员' });
  await expect(found.getByText('可加入 1 人，1 行有问题')).toBeVisible();
  await expect(found.getByText('没有找到此人')).toBeVisible();
  await found.getByRole('button', { name: '加入 1 人' }).click();
  await expect(page.getByText('已共享给 1 人')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText(other.name);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '导出成员' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('共享成员_名单.xlsx');
  const sheet = workbooks.read(await readFile(await saved.path())).Sheets['成员']!;
  expect(workbooks.utils.sheet_to_json<string[]>(sheet, { header: 1 })[2]?.slice(0, 4)).toEqual([
    other.person.accountName,
    other.name,
    other.department,
    '编辑',
  ]);
});

test('several are ended at once; the list is sorted, searched, and stays as it was on return', async ({
  signedIn: page,
  person,
  company,
}) => {
  const other = await colleague(company);
  for (const name of ['甲', '乙', '丙']) await give(person, (await person.folder(name)).instanceId, other.person, 'edit');
  await page.goto('/disk/fileShare?tab=initiated');
  const names = page.getByRole('row').locator('[title="甲"], [title="乙"], [title="丙"]');
  await expect(names).toHaveText(['丙', '乙', '甲']);
  await page.getByRole('button', { name: '共享时间' }).click();
  await expect(names).toHaveText(['甲', '乙', '丙']);
  await page.getByRole('textbox', { name: '按名称筛选' }).fill('乙');
  await expect(names).toHaveText(['乙']);
  await page.getByRole('link', { name: '个人文件' }).click();
  await page.getByRole('link', { name: '内部共享' }).click();
  await expect(names).toHaveText(['乙']);
  await page.getByRole('textbox', { name: '按名称筛选' }).fill('');
  await expect(names).toHaveCount(3);
  await rowOf(page, '甲').click();
  await rowOf(page, '丙').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: '取消共享', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '取消 3 项共享' }).click();
  await expect(page.getByText('还没有发起共享')).toBeVisible();
});

for (const walk of walksOf('phone'))
  test(`list and dialog have no fault, ${walk.locale}`, async ({ page, person, company }) => {
    const other = await colleague(company);
    const names = ['品牌升级 2026', '一个名字很长很长很长很长很长很长的项目资料夹，里面还有更多内容', '报告.pdf'];
    for (const name of names.slice(0, 2)) await give(person, (await person.folder(name)).instanceId, other.person, 'edit');
    await give(person, (await person.uploads('x', names[2]!)).instanceId, other.person, 'viewOnly');
    await give(other.person, (await other.person.folder('收到的资料')).instanceId, person, 'download');
    await startWalk(page, person, walk);
    const isPhone = walk.looks[0].width === 390;
    const look = (what: string) => inBothLooks(page, walk, `sharing-${what}`, async () => expect(await everyFault(page), what).toEqual([]));
    await page.goto('/disk/fileShare');
    await expect(page.getByText('收到的资料')).toBeVisible();
    await look('received');
    await page.goto('/disk/fileShare?tab=initiated');
    await expect(page.getByText('品牌升级 2026').first()).toBeVisible();
    await look('initiated');
    const row = rowOf(page, '品牌升级 2026');
    if (isPhone) await row.getByRole('button').click();
    else await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: /管理共享|Manage sharing/ }).click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(new RegExp(isPhone ? '已选|selected' : other.name))
        .first(),
    ).toBeVisible();
    await inBothLooks(page, walk, 'sharing-dialog', async (width) => {
      expect(await everyFault(page), 'dialog').toEqual([]);
      const outside = await page.getByRole('dialog').evaluate((box) => box.scrollWidth > box.clientWidth + 1);
      expect(outside, `dialog, ${width}`).toBe(false);
    });
  });
