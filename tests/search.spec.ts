import { calls } from '../packages/contract/src/index.ts';
import { everyFault } from './axe.ts';
import { expect, follow, test } from './company.ts';

test('search: typed, listed, ordered, worked with, on a phone, and by whose place', async ({ signedIn: page, person, company }) => {
  test.slow();
  await test.step('typing finds, the arrows walk, Enter opens; the last answer wins', async () => {
    const folder = await person.folder('客户合同');
    await person.uploads('x', '采购合同 2026.txt', folder.instanceId);
    await person.folder('会议纪要');
    await page.goto('/disk/personalFile');
    await expect(page.getByRole('row').filter({ hasText: '客户合同' })).toBeVisible();

    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: '搜索文件、文件夹和同事' });
    await expect(field).toBeFocused();
    // This response arrives after the response to the next keyword.
    const slow = /search\/quick.*keyword=huiyi(&|$)/;
    await page.route(slow, async (route) => {
      const answer = await route.fetch();
      await expect(page.getByRole('option', { name: /采购合同/ })).toBeVisible();
      await route.fulfill({ response: answer }).catch(() => undefined); // the page has aborted the request
    });
    const asked = page.waitForRequest(/keyword=huiyi(&|$)/);
    await field.pressSequentially('huiyi');
    await asked;
    await field.fill('cght');
    await expect(page.getByRole('option', { name: /采购合同/ })).toBeVisible();
    await expect(page.getByRole('option', { name: /会议纪要/ })).toBeHidden();
    await expect(page.getByRole('option', { name: /采购合同/ }).locator('mark')).toHaveText('采购合同');
    expect(await everyFault(page)).toEqual([]);

    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: /采购合同/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: '采购合同 2026.txt' })).toBeVisible();
    await expect(page.getByRole('listbox')).toBeHidden();

    await page.unroute(slow);
    // A dialog above the page receives the keys.
    await page.getByRole('heading', { level: 2, name: '采购合同 2026.txt' }).click();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: '键盘快捷键' });
    await expect(help).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(field).not.toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await field.fill('');
    await field.pressSequentially('kehu');
    await page.getByRole('option', { name: /^客户合同/ }).click(); // not the file listed before it, which is in the current folder
    await expect(page.getByRole('row').filter({ hasText: '采购合同 2026.txt' })).toBeVisible();
  });

  await test.step('all results: filters stand in the address, reload and back keep them, nothing found says so', async () => {
    const folder = await person.folder('季度资料');
    await person.uploads('12345', '季度报告.txt', folder.instanceId);
    await person.uploads('12345678', '季度照片.png', folder.instanceId);
    await follow(page, '/disk/personalFile');
    const field = page.getByRole('combobox', { name: '搜索文件、文件夹和同事' });
    await field.fill('季度');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/search\?keyword=/);
    const rows = page.getByRole('row').filter({ hasText: '季度' });
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: '季度报告' }).locator('mark')).toHaveText('季度');
    await expect(rows.filter({ hasText: '季度报告' })).toContainText('个人文件 / 季度资料');
    expect(await everyFault(page)).toEqual([]);

    await page.getByRole('button', { name: '类型' }).click();
    await page.getByRole('menuitem', { name: '图片' }).click();
    await expect(rows).toHaveCount(1);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('button', { name: '类型: 图片' })).toBeVisible();
    await page.getByRole('toolbar', { name: '筛选' }).getByRole('button', { name: '大小' }).click();
    await page.getByRole('menuitem', { name: '100 MB 以上' }).click();
    await expect(page.getByText('没有找到「季度」')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: '清除筛选' }).last().click();
    await expect(rows).toHaveCount(3);

    await rows.filter({ hasNotText: ' / 季度资料' }).dblclick();
    await expect(page).toHaveURL(/folder=/);
    await page.goBack();
    await expect(rows).toHaveCount(3);
  });

  await test.step('what one types while the code of a page is still on its way stays, and Enter searches for it', async () => {
    const code = '**/assets/RecyclePage-*.js';
    const arrives = Promise.withResolvers<void>();
    await page.route(code, async (route) => {
      await arrives.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(code);
    await page.getByRole('navigation').getByRole('link', { name: '回收站', exact: true }).click();
    await asked;
    const field = page.getByRole('combobox', { name: '搜索文件、文件夹和同事' });
    await field.fill('照片');
    arrives.resolve();
    await expect(page).toHaveURL(/\/recycleBin/);
    await expect(field).toHaveValue('照片');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/search\?keyword=/);
    await expect(page.getByRole('row').filter({ hasText: '季度照片' })).toBeVisible();
    // Whoever leaves the field gives up what they typed there.
    await field.fill('报告');
    await page.getByRole('navigation').getByRole('link', { name: '回收站', exact: true }).click();
    await expect(page).toHaveURL(/\/recycleBin/);
    await expect(field).toHaveValue('');
    await page.unroute(code);
  });

  await test.step('what was found is put in order, by its heads and by the tools, and the address keeps it', async () => {
    for (const [name, bytes] of [
      ['装箱单 甲.txt', 30],
      ['装箱单 乙.txt', 2000],
      ['装箱单 丙.txt', 400],
    ] as const)
      await person.uploads('x'.repeat(bytes), name);
    await follow(page, '/disk/search?keyword=装箱单');
    const rows = page.getByRole('row').filter({ hasText: '装箱单' });
    const sizes = () => rows.getByRole('gridcell').filter({ hasText: /^[\d.]+ (B|KB)$/ });
    const head = page.getByRole('columnheader', { name: '大小' });
    await expect(page.getByRole('columnheader', { name: '位置' }).getByRole('button')).toHaveCount(0);
    await expect(rows).toHaveCount(3);
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(rows).toHaveText([/乙/, /丙/, /甲/]);
    await expect(sizes()).toHaveCount(3);
    await head.getByRole('button').click();
    await expect(rows).toHaveText([/甲/, /丙/, /乙/]);
    await follow(page, '/disk/personalFile');
    await expect(rows).toHaveCount(3);
    await page.goBack();
    await expect(page.getByRole('columnheader', { name: '位置' })).toBeVisible();
    await expect(rows).toHaveText([/甲/, /丙/, /乙/]);
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    expect(await everyFault(page)).toEqual([]);
    await page.getByRole('button', { name: '按大小排序' }).click();
    await page.getByRole('menuitem', { name: '按相关度排序' }).click();
    await expect(page.locator('[aria-sort]:visible')).toHaveCount(0);
    await expect(page).not.toHaveURL(/sort=/);
  });

  await test.step('several that were found are deleted from the bar and taken back, and one is given another name from its menu', async () => {
    const folder = await person.folder('车辆');
    for (const name of ['行驶证 甲.txt', '行驶证 乙.txt']) await person.uploads(name, name, folder.instanceId);
    await person.uploads('x', '行驶证 丙.txt');
    await follow(page, '/disk/search?keyword=行驶证');
    const rows = page.getByRole('row').filter({ hasText: '行驶证' });
    const row = (name: string) => rows.filter({ hasText: name });
    await row('甲').getByRole('checkbox').check();
    await row('丙').getByRole('checkbox').check();
    const bar = page.getByRole('toolbar', { name: '对所选项的操作' });
    await expect(bar).toContainText('已选 2 项');
    expect(await everyFault(page)).toEqual([]);
    await bar.getByRole('button', { name: '删除' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: /删除/ }).click();
    await expect(rows).toHaveCount(1);
    await expect(bar).toBeHidden();
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(rows).toHaveCount(3);

    await row('乙').click({ button: 'right' });
    const menu = page.getByRole('menu');
    for (const name of ['预览', '下载', '打开所在位置', '共享', '移动到', '复制到', '详情', '删除'])
      await expect(menu.getByRole('menuitem', { name: new RegExp(name) })).toBeVisible();
    await menu.getByRole('menuitem', { name: /重命名/ }).click();
    const field = page.getByRole('textbox', { name: '名称' });
    await field.fill('行驶证 丁.txt');
    await field.press('Enter');
    await expect(row('丁')).toBeVisible();
    await expect(row('乙')).toBeHidden();
    // A taken name is refused, and nothing is lost.
    await row('丁').click();
    await page.keyboard.press('F2');
    await field.fill('行驶证 甲.txt');
    await field.press('Enter');
    await expect(page.getByText('已存在').first()).toBeVisible();
    await expect(field).toBeFocused();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(row('丁')).toBeVisible();
  });

  await test.step('a phone searches in a sheet over the whole screen; what was shared is found and opened, and gone with the share', async () => {
    const giver = await company.person();
    const folder = await giver.folder('联合项目');
    await giver.uploads('x', '联合项目计划.txt', folder.instanceId);
    await giver.call(calls.innerSharing.create, {
      instanceId: folder.instanceId,
      members: [{ kind: 'person', id: person.userId, role: 'viewOnly' }],
    });
    await page.setViewportSize({ width: 390, height: 780 });
    await follow(page, '/disk/personalFile');
    await page.getByRole('button', { name: '搜索' }).click();
    const field = page.getByRole('dialog').getByRole('combobox');
    await expect(field).toBeFocused();
    await field.fill('lhxm');
    const found = page.getByRole('option', { name: /联合项目计划/ });
    await expect(found).toBeVisible();
    expect((await found.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await everyFault(page)).toEqual([]);
    await found.click();
    await expect(page.getByRole('heading', { level: 2, name: '联合项目计划.txt' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();

    await giver.call(calls.innerSharing.remove, { instanceId: folder.instanceId });
    await follow(page, '/disk/search?keyword=lhxm');
    await expect(page.getByText('没有找到「lhxm」')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '联合项目' })).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('three of one name say whose place each lies in, and lead there', async () => {
    const giver = await company.person();
    const groupName = `g${giver.accountName}`;
    const group = await person.call(calls.group.createGroup, { groupName, preallocatedSize: 1024 ** 2 });
    const inGroup = await person.folder('图纸', group.groupId);
    await person.folder('消防图册', inGroup.instanceId);
    await person.folder('消防图册');
    const given = await giver.folder('消防图册');
    await giver.call(calls.innerSharing.create, {
      instanceId: given.instanceId,
      members: [{ kind: 'person', id: person.userId, role: 'viewOnly' }],
    });
    await follow(page, '/disk/search?keyword=消防图册');
    const rows = page.getByRole('row').filter({ hasText: '消防图册' });
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: `群组文件 / ${groupName} / 图纸` })).toHaveCount(1);
    await expect(rows.filter({ hasText: '个人文件' })).toHaveCount(1);
    const received = rows.filter({ hasText: `内部共享 / Name of ${giver.accountName}` });
    await received.click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: '打开所在位置' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await rows.filter({ hasText: groupName }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '打开所在位置' }).click();
    await expect(page).toHaveURL(new RegExp(`groupFile/${group.groupId}`));
    await expect(page.getByRole('row', { selected: true })).toContainText('消防图册');
  });
});
