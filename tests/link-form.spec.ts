import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { expect, follow, test } from './company.ts';
import { linkTo, menuOf, rowOf } from './sharer.ts';

const { link } = calls;
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const mayCopy = (page: Page): Promise<void> => page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

test('the form of a link, from creation to what it refuses', async ({ signedIn: page, person, company }) => {
  test.slow();
  await test.step('created with a drawn password, copied in both languages, listed, changed and withdrawn', async () => {
    await mayCopy(page);
    await person.folder('产品发布会物料');
    await page.goto('/disk/personalFile');
    await menuOf(page, '产品发布会物料', '外链分享');
    const dialog = page.getByRole('dialog', { name: '创建外链：产品发布会物料' });
    const field = dialog.getByRole('textbox', { name: '访问密码' });
    const drawn = await field.inputValue();
    expect(drawn).toMatch(/^[A-HJKMNP-Za-hjkmnp-z2-9]{6}$/);
    await dialog.getByRole('button', { name: '换一个密码' }).click();
    await expect(field).not.toHaveValue(drawn);
    const password = await field.inputValue();
    await expect(dialog.getByText('请及时复制，此页面关闭或刷新后不再显示。')).toBeVisible();
    await dialog.getByText('1 个月', { exact: true }).click();
    await dialog.getByRole('switch', { name: '访问次数上限' }).press('Space');
    await dialog.getByRole('textbox', { name: '备注' }).fill('请在周五前看完');
    await dialog.getByRole('button', { name: '创建外链' }).click();

    await expect(dialog.getByText('密码只能现在复制：此页面关闭或刷新后不再显示。')).toBeVisible();
    await dialog.getByRole('button', { name: '复制链接与密码' }).click();
    const [address = ''] = (await copied(page)).split('\n');
    expect(address).toContain('/disk/fileDownload?link=');
    expect(await copied(page)).toBe(`${address}\n访问密码 ${password}`);
    await expect(dialog.getByRole('img', { name: '「产品发布会物料」的二维码' })).toBeVisible();
    await dialog.getByRole('button', { name: '英文消息' }).click();
    await expect.poll(() => copied(page)).toContain('I shared “产品发布会物料” with you in Alcove');
    await dialog.getByRole('button', { name: '中文消息' }).click();
    await expect.poll(() => copied(page)).toMatch(new RegExp(`链接：.+\n密码：${password}\n有效期至 .+:59\n备注：请在周五前看完$`));
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: '外链分享' }).click();
    await expect(rowOf(page, '产品发布会物料')).toContainText(/有效剩余 (1 个月|3\d 天|2\d 天)/);
    await menuOf(page, '产品发布会物料', '修改');
    const change = page.getByRole('dialog', { name: '修改外链：产品发布会物料' });
    await expect(change.getByRole('textbox', { name: '访问密码' })).toHaveValue(password);
    await change.getByRole('checkbox', { name: '下载' }).uncheck();
    await change.getByRole('switch', { name: '访问密码' }).press('Space');
    await change.getByRole('button', { name: '保存更改' }).click();
    await expect(page.getByText('外链已更新')).toBeVisible();
    const [saved] = (await person.call(link.page, {})).items;
    expect(saved).toMatchObject({ permissions: ['preview'], passwordSet: false, visitLimit: 200, note: '请在周五前看完' });
    await page.keyboard.press('Escape');

    await menuOf(page, '产品发布会物料', '撤回');
    const confirm = page.getByRole('alertdialog', { name: '撤回「产品发布会物料」的外链？' });
    await confirm.getByRole('button', { name: '撤回 1 个外链' }).click();
    await expect(page.getByText('还没有外链')).toBeVisible();
    expect((await person.call(link.page, {})).total).toBe(0);
  });

  await test.step('named people are picked from the company, and only they are sent', async () => {
    const other = await company.person();
    await person.folder('供应商资料');
    await follow(page, '/disk/personalFile');
    await menuOf(page, '供应商资料', '外链分享');
    const dialog = page.getByRole('dialog', { name: '创建外链：供应商资料' });
    await dialog.getByText('指定人员', { exact: true }).click();
    const picker = page.getByRole('dialog', { name: '谁可以访问这个外链' });
    await picker.getByRole('tab', { name: '批量粘贴' }).click();
    await picker.getByRole('textbox', { name: '姓名、账号或邮箱' }).fill(other.accountName);
    await picker.getByRole('button', { name: /识别/ }).click();
    await picker.getByRole('button', { name: '选定 1 人' }).click();
    await dialog.getByRole('button', { name: '创建外链' }).click();
    await expect(dialog.getByText('有效', { exact: true })).toBeVisible();
    const [made] = (await person.call(link.page, {})).items;
    expect(made?.users.map(({ userId }) => userId)).toEqual([other.userId]);
    await page.keyboard.press('Escape');
    await person.call(link.remove, { linkPaths: [made!.linkPath] });
  });

  await test.step('a password that this tab no longer knows is kept unless another is chosen', async () => {
    const made = await linkTo(company, person, (await person.uploads('内容', '报价单.xlsx')).instanceId, { password: 'abcd' });
    const hash = async () =>
      (await company.database.selectFrom('link').select('password_hash').where('path', '=', made.linkPath).executeTakeFirstOrThrow())
        .password_hash;
    const before = await hash();
    await follow(page, '/disk/mySharing');
    await expect(rowOf(page, '报价单.xlsx')).toContainText('有效');
    await menuOf(page, '报价单.xlsx', '修改');
    const dialog = page.getByRole('dialog', { name: '修改外链：报价单.xlsx' });
    const field = dialog.getByPlaceholder('已设置，保持不变');
    await expect(field).toHaveValue('');
    await dialog.getByRole('textbox', { name: '备注' }).fill('新的备注');
    await dialog.getByRole('button', { name: '保存更改' }).click();
    await expect(page.getByText('外链已更新')).toBeVisible();
    expect(await hash()).toBe(before);

    await dialog.getByRole('button', { name: '换一个密码' }).click();
    await dialog.getByRole('button', { name: '保持原密码' }).click();
    await expect(dialog.getByRole('button', { name: '保存更改' })).toHaveCount(0);
    await dialog.getByRole('button', { name: '换一个密码' }).click();
    await dialog.getByRole('button', { name: '保存更改' }).click();
    await expect.poll(hash).not.toBe(before);
    await page.keyboard.press('Escape');
    await person.call(link.remove, { linkPaths: [made.linkPath] });
  });

  await test.step('a right lost while the form was open: the person is told what they can do instead, and asks for it', async () => {
    const leader = await company.person();
    const groupName = `发布会专项组 ${randomBytes(3).toString('hex')}`;
    const group = await leader.call(calls.group.createGroup, { groupName, preallocatedSize: 2 ** 28 });
    await leader.folder('媒体名单', group.groupId);
    const gives = (level: 'externalSharing' | 'edit') =>
      leader.call(calls.group.addMembers, { groupId: group.groupId, members: [{ kind: 'person', id: person.userId, level }] });
    await gives('externalSharing');
    await follow(page, `/disk/groupFile/${group.groupId}`);
    await menuOf(page, '媒体名单', '外链分享');
    const dialog = page.getByRole('dialog', { name: '创建外链：媒体名单' });
    const create = dialog.getByRole('button', { name: '创建外链' });
    await expect(create).toBeVisible();
    await gives('edit');
    await create.click();
    await expect(dialog).toContainText('你没有对外分享的权限，请使用内部共享或申请权限');
    await expect(dialog.getByRole('button', { name: '申请权限' })).toBeVisible();

    // The list knows by now, so the next dialog asks for nothing.
    await page.reload();
    await menuOf(page, '媒体名单', '外链分享');
    await expect(dialog).toContainText('你没有对外分享的权限，请使用内部共享或申请权限');
    await dialog.getByRole('button', { name: '使用内部共享' }).click();
    await expect(page.getByRole('dialog', { name: '共享「媒体名单」' })).toBeVisible();
    await page.keyboard.press('Escape');
    await menuOf(page, '媒体名单', '外链分享');
    await dialog.getByRole('button', { name: '申请权限' }).click();
    const ask = page.getByRole('dialog', { name: /申请/ });
    await ask.getByRole('button', { name: '发送申请' }).click();
    await expect(ask).toBeHidden();
    const [request] = await person.call(calls.access.mine, {});
    expect(request?.item).toBe('share');
  });

  await test.step('each field says what is wrong with it, before and after the server has judged it', async () => {
    await person.folder('投标文件收集');
    await follow(page, '/disk/personalFile');
    await menuOf(page, '投标文件收集', '外链分享');
    const dialog = page.getByRole('dialog', { name: '创建外链：投标文件收集' });
    const create = dialog.getByRole('button', { name: '创建外链' });
    await dialog.getByRole('textbox', { name: '访问密码' }).fill('abc');
    await dialog.getByRole('switch', { name: '访问次数上限' }).press('Space');
    await dialog.getByRole('textbox', { name: '访问次数上限' }).fill('10000');
    await dialog.getByText('自定义', { exact: true }).click();
    await dialog.getByRole('checkbox', { name: '预览' }).uncheck();
    await create.click();
    for (const fault of ['密码须为 4 至 32 个字符', '次数须为 1 至 9,999 之间的整数', '请选择最后一天', '请至少选择一项'])
      await expect(dialog.getByText(fault)).toBeVisible();

    // Uploading and looking exclude each other both ways.
    await dialog.getByRole('checkbox', { name: '上传' }).check();
    await expect(dialog.getByRole('checkbox', { name: '预览' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: '上传' }).uncheck();
    await dialog.getByRole('checkbox', { name: '编辑' }).check();
    await expect(dialog.getByRole('checkbox', { name: '下载' })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: '上传' })).toBeDisabled();

    await dialog.getByRole('textbox', { name: '访问密码' }).fill('abcd');
    await dialog.getByRole('textbox', { name: '访问次数上限' }).fill('3');
    await dialog.getByText('3 天', { exact: true }).click();
    await create.click();
    await expect(dialog.getByText('有效', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');

    await follow(page, '/disk/mySharing');
    await expect(rowOf(page, '投标文件收集')).toContainText('有效');
    await menuOf(page, '投标文件收集', '修改');
    const change = page.getByRole('dialog', { name: '修改外链：投标文件收集' });
    await change.getByRole('textbox', { name: '名称' }).fill('投标/文件');
    await change.getByRole('button', { name: '保存更改' }).click();
    await expect(change.getByRole('alert')).toContainText('/');
    await expect(change.getByRole('textbox', { name: '名称' })).toBeFocused();
    expect((await person.call(link.page, {})).items[0]?.name).toBe('投标文件收集');
  });
});
