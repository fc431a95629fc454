import { randomBytes } from 'node:crypto';
import { calls } from '../packages/contract/src/index.ts';
import { notify } from '../apps/server/src/notices/index.ts';
import { everyFault } from './axe.ts';
import { expect, follow, test } from './company.ts';
import { iPhone, linkTo, menuOf, rowOf, visit } from './sharer.ts';

const { link } = calls;

test('the sharer works with the links they gave', async ({ signedIn: page, person, company }) => {
  test.slow();
  await test.step('a notice leads to its link, and its creator opens it as visitors see it: without the password, and uncounted', async () => {
    const made = await linkTo(company, person, (await person.folder('展台设计')).instanceId, { name: '展台 & 灯光', password: 'abcd' });
    const other = await linkTo(company, person, (await person.folder('别的')).instanceId);
    const data = { linkName: made.name, instanceName: '展台设计', endTime: made.expireTime! };
    await company.database.transaction().execute((transaction) => notify(transaction, [person.userId], { kind: 'linkEnding', data }));
    await page.goto('/disk/personalFile');
    await page.getByRole('button', { name: /^通知/ }).click();
    await page.getByRole('dialog', { name: '通知' }).getByRole('button', { name: '查看我的外链' }).click();
    await expect(rowOf(page, '展台 & 灯光')).toBeVisible();
    await expect(rowOf(page, '别的')).toHaveCount(0);

    const opening = page.context().waitForEvent('page');
    await expect(rowOf(page, '展台 & 灯光')).toContainText('有效');
    await menuOf(page, '展台 & 灯光', '以访客身份打开');
    const seen = await opening;
    await expect(seen.getByText('这是你自己的外链，访客输入密码后看到的就是这样。你的访问不计次数。')).toBeVisible();
    await expect(seen.getByRole('heading', { name: '展台 & 灯光', level: 1 })).toBeVisible();
    expect(await everyFault(seen)).toEqual([]);
    await seen.close();
    expect((await person.call(link.page, { keyword: '展台' })).items.map(({ visits }) => visits)).toEqual([0]);
    await person.call(link.remove, { linkPaths: [made.linkPath, other.linkPath] });
  });

  await test.step('by keyboard: rename, visitors, withdraw; nothing selected is a warning; several are extended and withdrawn together', async () => {
    const names = ['甲方案', '乙方案', '丙方案'];
    for (const name of names) await linkTo(company, person, (await person.folder(name)).instanceId, { validity: '3d' });
    await follow(page, '/disk/mySharing');
    await expect(page.getByRole('row').filter({ hasText: '有效' })).toHaveCount(3);
    await rowOf(page, '甲方案').focus();
    await page.keyboard.press('Delete');
    await expect(page.getByText('请选择要删除的数据')).toBeVisible();

    await rowOf(page, '甲方案').click();
    await page.keyboard.press('F2');
    const rename = page.getByRole('dialog', { name: '重命名外链' });
    await rename.getByRole('textbox', { name: '名称' }).fill('甲方案（对外）');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, '甲方案（对外）')).toBeVisible();
    expect(await person.names()).toEqual(expect.arrayContaining(names));

    await rowOf(page, '甲方案（对外）').click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: '访问记录' })).toContainText('还没有人访问');
    await page.getByRole('button', { name: '关闭访问记录' }).click();

    await page.getByRole('checkbox', { name: '选择本页' }).click();
    const bar = page.getByRole('toolbar', { name: '所选外链的操作' });
    await bar.getByRole('button', { name: '延长有效期' }).click();
    const extend = page.getByRole('dialog', { name: '延长 3 个外链的有效期' });
    await extend.getByText('3 个月', { exact: true }).click();
    await extend.getByRole('button', { name: '延长 3 个外链' }).click();
    await expect(page.getByText('已更新 3 个外链的有效期')).toBeVisible();
    expect((await person.call(link.page, {})).items.map(({ validity }) => validity)).toEqual(['3m', '3m', '3m']);
    await bar.getByRole('button', { name: '二维码' }).click();
    await expect(page.getByRole('dialog', { name: '二维码' }).getByRole('img')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: '撤回' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '撤回 3 个外链' }).click();
    await expect(page.getByText('还没有外链')).toBeVisible();
  });

  await test.step('a link withdrawn elsewhere leaves the list by itself, and an open form says so', async () => {
    const made = await linkTo(company, person, (await person.folder('白皮书')).instanceId);
    await follow(page, '/disk/mySharing');
    await expect(rowOf(page, '白皮书')).toContainText('有效');
    await menuOf(page, '白皮书', '修改');
    const dialog = page.getByRole('dialog', { name: '修改外链：白皮书' });
    await expect(dialog.getByText('有效', { exact: true })).toBeVisible();
    await person.call(link.remove, { linkPaths: [made.linkPath] });
    await expect(dialog).toContainText('外链已不存在，可能已被撤回。');
    await page.keyboard.press('Escape');
    await expect(page.getByText('还没有外链')).toBeVisible();
  });

  await test.step('the sharer sees who came, from where, and what they took, and saves it as a table without formulas', async () => {
    const colleague = await company.person();
    const made = await linkTo(
      company,
      person,
      (await person.folder('供应商资料')).instanceId,
      { visitLimit: 200 },
      { visits: 3, downloads: 1 },
    );
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await visit(company, made, { address: '218.75.16.204', agent: iPhone, at: at(5), took: [['download', '=报价单.xlsx']] });
    await visit(company, made, {
      address: '10.0.0.8',
      at: at(9),
      person: colleague,
      took: [
        ['preview', 'a.pdf'],
        ['preview', 'b.pdf'],
      ],
    });
    await visit(company, made, { address: '101.88.4.19', at: at(3 * 24 * 60) });
    await follow(page, '/disk/mySharing');
    await expect(rowOf(page, '供应商资料')).toContainText('有效');
    await rowOf(page, '供应商资料').dblclick();
    const drawer = page.getByRole('region', { name: '访问记录' });
    await expect(drawer.getByText('3 / 200')).toBeVisible();
    await expect(drawer.getByText('下载「=报价单.xlsx」')).toBeVisible();
    await drawer.getByRole('button', { name: '预览 2 项' }).click();
    await expect(drawer.getByText('预览「b.pdf」')).toBeVisible();
    const saving = page.waitForEvent('download');
    await drawer.getByRole('button', { name: '导出' }).click();
    const file = await (await saving).createReadStream();
    let text = '';
    for await (const chunk of file) text += String(chunk);
    expect(text.split('\r\n')).toHaveLength(5);
    expect(text).not.toMatch(/,"[=+@-]/);

    await drawer.getByRole('button', { name: '撤回' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('最近 7 天有 3 次访问');
    await page.getByRole('alertdialog').getByRole('button', { name: '撤回 1 个外链' }).click();
    await expect(drawer).toHaveCount(0);
  });

  await test.step('tabs, search, sort and pages stay in the address, for reload and back', async () => {
    for (let n = 1; n <= 12; n += 1)
      await linkTo(
        company,
        person,
        (await person.folder(`资料 ${String(n).padStart(2, '0')}`)).instanceId,
        n === 12 ? { note: '仅供投标' } : {},
        {
          visits: n,
          ...(n <= 2 && { state: 'failed', reason: 'refused', reason_text: '含手机号' }),
        },
      );
    await follow(page, '/disk/mySharing?size=10');
    await expect(page.getByText('共 12 条')).toBeVisible();
    await expect(page.getByText('失败 2', { exact: true })).toBeVisible();
    await page.getByRole('columnheader', { name: '访问' }).click();
    await page.getByRole('columnheader', { name: '访问' }).click();
    const first = page.getByRole('row').nth(1);
    await expect(first).toContainText(/资料 (01|12)/);
    await page.getByRole('button', { name: '下一页' }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.reload();
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByText('失败 2', { exact: true }).click();
    await expect(page.getByText('共 2 条')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('共 12 条')).toBeVisible();
    await page.getByPlaceholder('名称或备注').fill('投标');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(first).toContainText('资料 12');
    await page.getByPlaceholder('名称或备注').fill('没有这样的');
    await page.getByRole('button', { name: '清除筛选' }).click();
    await expect(page.getByText('共 12 条')).toBeVisible();
  });

  await test.step('the details and the access list show the links of an item, and whoever manages it withdraws those of others', async () => {
    const member = await company.person();
    await company.database.updateTable('user_account').set({ real_name: '周牧' }).where('id', '=', member.userId).execute();
    const groupName = `专项组 ${randomBytes(3).toString('hex')}`;
    const group = await person.call(calls.group.createGroup, { groupName, preallocatedSize: 2 ** 28 });
    const folder = await person.folder('视觉规范', group.groupId);
    await person.call(calls.group.addMembers, {
      groupId: group.groupId,
      members: [{ kind: 'person', id: member.userId, level: 'externalSharing' }],
    });
    await linkTo(company, member, folder.instanceId);
    await linkTo(company, person, folder.instanceId, { name: '给印刷厂' });
    await follow(page, `/disk/groupFile/${group.groupId}`);
    await menuOf(page, '视觉规范', '详情');
    const drawer = page.getByRole('region', { name: '详情' });
    await expect(drawer.getByText('由周牧创建')).toBeVisible();
    await expect(drawer.getByText('给印刷厂')).toBeVisible();
    await drawer.getByRole('tab', { name: '权限' }).click();
    await drawer.getByRole('listitem').filter({ hasText: '由周牧创建' }).getByRole('button', { name: /^撤回/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '撤回 1 个外链' }).click();
    await expect(drawer.getByText('由周牧创建')).toHaveCount(0);
    await expect(drawer.getByText('给印刷厂')).toBeVisible();
    expect((await member.call(link.page, {})).total).toBe(0);
  });
});
