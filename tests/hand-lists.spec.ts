import type { Locator, Page } from '@playwright/test';
import { workbook } from '../apps/server/src/demo/sample-documents.ts';
import { calls } from '../packages/contract/src/index.ts';
import { faults } from './axe.ts';
import { forDocument } from './patience.ts';
import { drop, put, scratch } from './choosing.ts';
import { expect, follow, test } from './company.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const nameIn = (page: Page, name: string) => rowOf(page, name).getByText(name, { exact: true }).first();
const listed = '/disk/personalFile?sort=instanceName&order=asc';

/** Red, green, blue and alpha of each pixel. */
async function pixelsOf(page: Page, png: Buffer): Promise<{ data: number[]; width: number; height: number }> {
  return page.evaluate(async (encoded) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0))]));
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    return { data: [...canvas.getImageData(0, 0, width, height).data], width, height };
  }, png.toString('base64'));
}

test('the list of a folder: its menu, filter, dialogs and drawer', async ({ signedIn: page, person }) => {
  for (const name of ['客户合同', '预算']) await person.folder(name);
  const { instanceId } = await person.folder('夹子');
  await person.uploads('x'.repeat(2048), '里.txt', instanceId);
  await person.uploads('y'.repeat(1024), '外.txt');
  await person.uploads('# one', 'one.md');
  await page.goto(listed);
  await test.step('the menu names what is there, all files among it, and nothing that is not', async () => {
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await expect(menu.getByRole('link')).toHaveText([
      '个人文件',
      '群组文件',
      '部门文件',
      '内部共享',
      '外链分享',
      '我的收藏',
      '全部文件',
      '回收站',
    ]);
  });
  await test.step('the filter of a folder takes pinyin', async () => {
    await page.getByRole('textbox', { name: '在此文件夹中筛选' }).fill('kh');
    await expect(rowOf(page, '预算')).toBeHidden();
    await expect(rowOf(page, '客户合同')).toBeVisible();
    await page.getByRole('textbox', { name: '在此文件夹中筛选' }).fill('');
    await expect(rowOf(page, '外')).toBeVisible();
  });
  await test.step('the share dialog ends in its two buttons at the right, and the selection bar is not lit under it', async () => {
    await nameIn(page, '外').click();
    const bar = page.getByRole('toolbar', { name: '对所选项的操作' });
    // On a phone, each of its actions has room for a finger.
    await page.setViewportSize({ width: 390, height: 844 });
    const actions = bar.getByRole('button', { name: /^(下载|共享|外链分享|收藏|移动到|复制到|删除)/ });
    await expect(actions).toHaveCount(7);
    for (const action of await actions.all()) expect((await action.boundingBox())!.width).toBeGreaterThan(44);
    await page.setViewportSize({ width: 1440, height: 900 });
    await bar.getByRole('button', { name: '共享' }).click();
    const dialog = page.getByRole('dialog', { name: /^共享/ });
    await expect(dialog).toBeVisible();
    await expect(bar).toBeHidden();
    const whole = (await dialog.boundingBox())!;
    const button = (await dialog.getByRole('button', { name: '共享', exact: true }).boundingBox())!;
    expect(whole.x + whole.width - (button.x + button.width)).toBeLessThan(40);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('the question before a deletion is named for screen readers by what it asks', async () => {
    await nameIn(page, 'one').click();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alertdialog', { name: '删除「one.md」？' })).toHaveCount(1);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });
  await test.step('several items in the drawer are counted, named and summed', async () => {
    await nameIn(page, '夹子').click();
    await page.keyboard.press('i');
    await page.keyboard.press('Control+a');
    const drawer = page.getByRole('region', { name: '详情' });
    await expect(drawer.getByText('2 个文件，3 个文件夹')).toBeVisible();
    await expect(drawer.getByText('3.0 KB')).toBeVisible();
    await expect(drawer.getByRole('listitem').filter({ hasText: '外' })).toBeVisible();
  });
  await test.step('at 1024 px beside the drawer every tool of the list is whole', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await nameIn(page, '外').click();
    await expect(page.getByRole('tab', { name: '信息' })).toBeVisible();
    const sheet = (await page.getByRole('grid', { name: '文件列表' }).boundingBox())!;
    for (const name of ['上传', '更多上传方式', '新建文件夹', '排序', '文件夹树', '详情']) {
      const box = (await page.getByRole('button', { name, exact: true }).first().boundingBox())!;
      expect(box.x + box.width, name).toBeLessThanOrEqual(sheet.x + sheet.width);
      expect(box.width, name).toBeGreaterThanOrEqual(24);
    }
    const filter = (await page.getByRole('textbox', { name: '在此文件夹中筛选' }).boundingBox())!;
    expect(filter.width).toBeGreaterThanOrEqual(90);
  });
});

test('the empty space of a folder has a menu, and the head of the list lets one choose the columns', async ({ signedIn: page, person }) => {
  await person.uploads('x', '表.txt');
  await page.goto(listed);
  const grid = page.getByRole('grid', { name: '文件列表' });
  const box = (await grid.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 40, { button: 'right' });
  await page.getByRole('menuitem', { name: '新建文件夹' }).click();
  await expect(page.getByRole('dialog', { name: '新建文件夹' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: '修改者' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '修改者' }).click();
  await expect(page.getByRole('columnheader', { name: '修改者' })).toBeHidden();
  await page.getByRole('columnheader', { name: '大小' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '创建时间' }).click();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: '创建时间' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '修改者' })).toBeHidden();
});

test('a double click on a button of a row is two clicks on the button: it opens nothing', async ({ signedIn: page, person }) => {
  for (const name of ['a', 'b', 'c', 'd', 'one']) await person.uploads('# one', `${name}.md`);
  const loaded = Promise.withResolvers<void>();
  await page.route('**/PreviewOverlay-*.js', async (route) => {
    await loaded.promise;
    await route.fallback();
  });
  await page.goto(listed);
  const more = rowOf(page, 'one').getByRole('button', { name: '更多' });
  await rowOf(page, 'one').hover();
  await more.dblclick();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // So low that the menu opens upward, and its last entry is under the pointer: to delete.
  await page.setViewportSize({ width: 1440, height: 560 });
  await rowOf(page, 'one').hover();
  await more.dblclick();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await rowOf(page, 'one').getByRole('button', { name: '收藏' }).dblclick();
  await expect(page.getByRole('dialog')).toBeHidden();
  await rowOf(page, 'one').getByText('one', { exact: true }).dblclick();
  // Escape closes the preview even while its code is on the way.
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  loaded.resolve();
  await expect(page).not.toHaveURL(/preview/);
  await rowOf(page, 'one').getByText('one', { exact: true }).dblclick();
  await expect(dialog.getByRole('heading', { name: 'one' })).toBeVisible();
});

test('the members of a group: their place beside the list, who is invited, and a group that holds nothing on a phone', async ({
  signedIn: page,
  person,
  company,
}) => {
  const group = await person.call(calls.group.createGroup, { groupName: `g${person.accountName}`, preallocatedSize: 1024 ** 2 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/disk/groupFile');
  await expect(rowOf(page, `g${person.accountName}`)).toContainText('1 人 · 0 / 1 MB');
  await page.setViewportSize({ width: 1440, height: 900 });
  await follow(page, `/disk/groupFile/${group.groupId}`);
  await test.step('they take the place of the details: no tool of the list is pushed out', async () => {
    const details = page.getByRole('button', { name: '详情', exact: true });
    await details.click();
    await expect(page.getByText('选择一项以查看详情')).toBeVisible();
    await page.getByRole('button', { name: /^成员/ }).click();
    await expect(page.getByRole('textbox', { name: '查找成员' })).toBeVisible();
    await expect(page.getByText('选择一项以查看详情')).toBeHidden();
    await details.click(); // and back again
    await expect(page.getByText('选择一项以查看详情')).toBeVisible();
    await expect(page.getByRole('textbox', { name: '查找成员' })).toBeHidden();
  });
  await test.step('whoever is invited may edit, and what was chosen last time is offered the next', async () => {
    const [first, second] = [await company.person(), await company.person()];
    const invite = async (account: string, offered: string, given?: string) => {
      await page.getByRole('button', { name: '邀请', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: /^邀请加入/ });
      await dialog.getByRole('combobox', { name: '姓名、账号、拼音或部门' }).fill(account);
      await dialog.getByRole('option', { name: account }).first().click();
      const role = dialog.getByRole('listitem').getByRole('combobox');
      await expect(role).toHaveValue(offered);
      if (given) {
        await role.click();
        await page.getByRole('option', { name: given, exact: true }).click();
      }
      await dialog.getByRole('button', { name: /^邀请 1/ }).click();
      await expect(dialog).toBeHidden();
    };
    await page.getByRole('button', { name: /^成员/ }).click();
    await invite(first.accountName, '编辑', '下载');
    await invite(second.accountName, '下载');
    const members = await person.call(calls.group.queryMembers, { groupId: group.groupId });
    expect(members.items.filter((one) => one.id !== person.userId).map((one) => one.level)).toEqual(['download', 'download']);
  });
});

test('a long name, and files that are dropped where no folder is open', async ({ signedIn: page, person }) => {
  const name = '关于二〇二六年度供应商评审意见以及后续整改安排的说明会议纪要与评审意见汇总.bin';
  await person.uploads('x', name);
  await page.goto(listed);
  await test.step('a name that is cut in its middle has no hole beside the dots, however wide its column', async () => {
    await expect(page.getByTitle(name)).toBeVisible();
    const widestHole = async (): Promise<number> => {
      const { data, width, height } = await pixelsOf(page, await page.getByTitle(name).screenshot());
      const inked = Array.from({ length: width }, (_, x) =>
        Array.from({ length: height }, (__, y) => data[(y * width + x) * 4]!).some((red) => Math.abs(red - data[0]!) > 40),
      );
      const words = inked.slice(inked.indexOf(true), inked.lastIndexOf(true) + 1);
      return Math.max(
        ...words
          .map((ink) => (ink ? 'x' : ' '))
          .join('')
          .split('x')
          .map((hole) => hole.length),
      );
    };
    const holes: number[] = [];
    for (let width = 920; width < 935; width += 3) {
      await page.setViewportSize({ width, height: 700 });
      holes.push(await widestHole());
    }
    expect(Math.max(...holes), holes.join()).toBeLessThan(8);
    await page.setViewportSize({ width: 1900, height: 700 });
    await expect(page.getByTitle(name)).toHaveJSProperty('textContent', name);
    expect(await page.getByTitle(name).evaluate((element) => element.hasAttribute('data-cut'))).toBe(false);
  });
  await test.step('files dropped where no folder is open go to the personal files after a question', async () => {
    await follow(page, '/disk/recycleBin');
    await expect(page.getByText('回收站是空的')).toBeVisible();
    await drop(page, [put('dropped', scratch('elsewhere'), '落下.txt')]);
    await page.getByRole('dialog', { name: '把 1 项上传到个人文件？' }).getByRole('button', { name: '上传' }).click();
    await expect.poll(() => person.names()).toContain('落下.txt');
    await expect(page).toHaveURL(/recycleBin/);
  });
});

test('on a phone a long press selects, and so does the menu; a short touch opens', async ({ signedIn: page, person }) => {
  for (const name of ['一.txt', '二.txt']) await person.uploads(name, name);
  const line = await page.context().newCDPSession(page);
  await line.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(listed);
  /** A finger in the middle of it, which is lifted after so long. */
  const touch = async (what: Locator, ms = 0): Promise<void> => {
    await what.click({ trial: true });
    const { x, y, width, height } = (await what.boundingBox())!;
    const point = { x: x + width / 2, y: y + height / 2 };
    await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await page.waitForTimeout(ms);
    await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await touch(rowOf(page, '一.txt'), 700);
  await expect(rowOf(page, '一.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog')).toBeHidden();
  await touch(rowOf(page, '二.txt'));
  await expect(page.getByText('已选 2 项')).toBeVisible();
  await touch(page.getByRole('button', { name: '取消选择' }));
  await touch(rowOf(page, '二.txt').getByRole('button', { name: '更多操作' }));
  const entry = page.getByRole('menuitem', { name: '选择' });
  expect((await entry.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await touch(entry);
  await expect(page.getByText('已选 1 项')).toBeVisible();
});

test('a workbook of a few cells lies on a sheet that fills the window, in letters of a usual size', async ({ signedIn: page, person }) => {
  await person.uploads(
    Buffer.from(
      await workbook('表', [
        ['部门', '七月'],
        ['研发', 112],
      ]),
    ),
    '四格.xlsx',
  );
  await page.goto(listed);
  await rowOf(page, '四格').dblclick();
  const cell = page.getByRole('dialog').getByText('研发', { exact: true });
  await expect(cell).toBeVisible(forDocument);
  // The words are laid out anew with each scale, of which the first is not the last.
  const isUsual = (size: number): boolean => size > 12 && size < 26;
  await expect.poll(async () => isUsual((await cell.boundingBox())?.height ?? 0)).toBe(true);
  const { width, height } = page.viewportSize()!;
  const clip = { x: width - 40, y: height * 0.7, width: 1, height: 1 };
  await expect.poll(async () => (await pixelsOf(page, await page.screenshot({ clip }))).data.slice(0, 3)).toEqual([255, 255, 255]);
});
