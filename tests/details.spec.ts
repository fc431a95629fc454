import type { Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { faults } from './axe.ts';
import { byOtherName, expect, pageBeside, test } from './company.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const drawer = (page: Page) => page.getByRole('region', { name: '详情' });

test('an old version is looked at, brought back, taken back and removed', async ({ signedIn: page, person }) => {
  for (const text of ['第一版的字', '第二版的字', '第三版的字']) await person.uploads(text, '纪要.txt', person.rootId, 'version');
  await page.goto('/disk/personalFile');
  await row(page, '纪要.txt').click();
  await page.keyboard.press('i');
  await expect(page.getByRole('tab', { name: '版本 3' })).toBeVisible();
  await page.getByRole('button', { name: '全部 3 个' }).click();
  const version = (n: number) =>
    page
      .getByRole('list', { name: '版本' })
      .getByRole('listitem')
      .filter({ hasText: `v${n}` });
  await expect(version(3)).toContainText('当前');

  await page.getByRole('button', { name: 'v1 的更多操作' }).click();
  await page.getByRole('menuitem', { name: '预览' }).click();
  const viewer = page.getByRole('dialog', { name: /^预览/ });
  await expect(viewer.getByText('第一版的字')).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(viewer).toBeHidden();

  await page.getByRole('button', { name: '恢复到 v1' }).click();
  await expect(page.getByText('已恢复到 v1')).toBeVisible();
  await expect(version(4)).toContainText('由 v1 恢复');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('已撤销恢复')).toBeVisible();
  await expect(page.getByRole('tab', { name: '版本 5' })).toBeVisible();
  const [file] = (await person.call(calls.instance.page, {})).items;
  expect(String(await person.downloads(file!.instanceId))).toBe('第三版的字');

  await page.getByRole('button', { name: 'v2 的更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除这个版本' }).click();
  await page.getByRole('button', { name: '删除 v2' }).click();
  await expect(page.getByText('已删除 v2')).toBeVisible();
  await expect(version(2)).toHaveCount(0);

  await page.getByRole('tab', { name: '动态' }).click();
  const acts = page.getByRole('list', { name: '动态' }).getByRole('listitem');
  await expect(acts).toHaveText([/删除第 2 版/, /恢复到第 3 版/, /恢复到第 1 版/, /更新到第 3 版/, /更新到第 2 版/, /创建/]);

  await page.goto(address);
  await expect(viewer.getByText('第一版的字')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await page.goto(address.replace('version=1', 'version=2'));
  await expect(viewer.getByRole('alert')).toHaveText('这个版本不存在');
});

test.describe('dark', () => {
  test.use({ colorScheme: 'dark' });
  test('tags are put on by keyboard, shown in the list and filter it; a sixth has no place', async ({ signedIn: page, person }) => {
    const [file, other] = [await person.uploads('text', '方案.txt'), await person.uploads('other', '别的.txt')];
    for (const tag of ['终稿', '财务']) await person.call(calls.tag.tag, { instanceId: other.instanceId, tag });
    await page.goto('/disk/personalFile');
    await row(page, '方案.txt').click();
    await page.keyboard.press('i');
    await expect(drawer(page).getByLabel('0 个标签，最多 5 个')).toBeVisible();
    await page.getByRole('button', { name: '标签', exact: true }).click();
    const field = page.getByRole('combobox', { name: '输入标签，按回车添加' });
    await expect(page.getByRole('option', { name: '财务' })).toBeVisible();
    for (const tag of ['对外', '财务']) {
      await field.fill(tag);
      await field.press('Enter');
      await expect(drawer(page).getByRole('button', { name: `移除标签「${tag}」` })).toBeVisible();
    }
    await field.fill('对外');
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: '标签已存在' })).toBeVisible();
    for (const tag of ['三', '四', '五']) await person.call(calls.tag.tag, { instanceId: file.instanceId, tag });
    await expect(drawer(page).getByLabel('5 个标签，最多 5 个')).toBeVisible();
    await field.press('Escape');
    await expect(page.getByRole('button', { name: '标签', exact: true })).toHaveCount(0);
    await expect(row(page, '方案.txt').getByText('+3')).toBeVisible();
    expect(await faults(page)).toEqual([]);

    await row(page, '别的.txt').getByRole('button', { name: '只看标签「终稿」' }).click();
    await expect(row(page, '方案.txt')).toHaveCount(0);
    await expect(row(page, '别的.txt')).toBeVisible();
    await expect(page).toHaveURL(/tag=/);
    await page.getByRole('button', { name: /标签：终稿/ }).click();
    await expect(row(page, '方案.txt')).toBeVisible();
  });
});

test('what a colleague says appears in the open drawer, is answered, told by the bell, and goes again', async ({
  signedIn: page,
  person,
  company,
}) => {
  const colleague = await company.person();
  await colleague.call(calls.user.acknowledgeAgreement, {});
  await company.database.updateTable('user_account').set({ real_name: '唐意' }).where('id', '=', colleague.userId).execute();
  await colleague.signsIn();
  const { instanceId } = await person.uploads('text', '方案.txt');
  await person.call(calls.innerSharing.create, { instanceId, members: [{ kind: 'person', id: colleague.userId, role: 'viewOnly' }] });
  await page.goto('/disk/personalFile');
  await row(page, '方案.txt').click();
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: '评论' }).click();
  await expect(page.getByText('还没有评论')).toBeVisible();
  await colleague.call(calls.comment.create, { instanceId, text: '右上角再压一点' });
  const said = page.getByRole('list', { name: '评论' }).getByRole('listitem');
  await expect(said).toHaveText([/唐意.*右上角再压一点/]);

  const box = page.getByRole('textbox', { name: '写评论' });
  await box.fill('好，今晚改');
  await box.press('Shift+Enter');
  await box.pressSequentially('明早给你');
  await box.press('Enter');
  await expect(said).toHaveText([/右上角再压一点/, /好，今晚改\s*明早给你/]);
  await expect(box).toHaveValue('');
  expect(await faults(page)).toEqual([]);
  await said.nth(1).hover();
  await said.nth(1).getByRole('button', { name: '删除评论' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除评论' }).click();
  await expect(said).toHaveCount(1);

  const phone = await pageBeside(page, colleague);
  await phone.setViewportSize({ width: 390, height: 800 });
  await phone.goto(byOtherName(company.origin, '/disk/personalFile'));
  await phone.getByRole('button', { name: /^通知/ }).click();
  const notice = phone.getByRole('listitem').filter({ hasText: '评论了「方案.txt」' });
  await notice.getByRole('button', { name: '查看' }).click();
  await expect(phone.getByRole('heading', { name: '方案.txt', level: 2 })).toBeVisible();
  await phone.close();
});

test('S stars what is pointed at; favourites lead to where it lies, in a received share too', async ({
  signedIn: page,
  person,
  company,
}) => {
  const owner = await company.person();
  const given = await owner.folder('给你的');
  const inner = await owner.folder('里面', given.instanceId);
  await owner.uploads('x', '里面的.txt', inner.instanceId);
  await owner.call(calls.innerSharing.create, {
    instanceId: given.instanceId,
    members: [{ kind: 'person', id: person.userId, role: 'viewOnly' }],
  });
  const [share] = (await person.call(calls.innerSharing.page, { side: 'received' })).items;
  const folder = await person.folder('品牌升级');
  await person.uploads('text', '纪要.txt', folder.instanceId);
  await page.goto(`/disk/personalFile?folder=${folder.instanceId}`);
  await row(page, '纪要.txt').click();
  await page.keyboard.press('s');
  await expect(page.getByText('已收藏「纪要.txt」')).toBeVisible();
  await expect(row(page, '纪要.txt').getByText('已收藏', { exact: true })).toBeAttached();
  await page.goto(`/disk/fileShare?share=${share!.fileSharingId}`);
  await row(page, '里面').hover();
  await row(page, '里面').getByRole('button', { name: '收藏' }).click();
  await expect(page.getByText('已收藏「里面」')).toBeVisible();

  await page.getByRole('link', { name: '我的收藏' }).click();
  await expect(page.getByRole('row')).toHaveText([/名称/, /里面.*内部共享 \/ 给你的/, /纪要.txt.*个人文件 \/ 品牌升级/]);
  expect(await faults(page)).toEqual([]);
  await row(page, '里面').dblclick();
  await expect(row(page, '里面的.txt')).toBeVisible();
  await page.goBack();
  await row(page, '纪要.txt').hover();
  await row(page, '纪要.txt').getByRole('button', { name: '打开所在位置' }).click();
  await expect(page).toHaveURL(new RegExp(`personalFile\\?folder=${folder.instanceId}`));
  await page.goBack();
  await row(page, '纪要.txt').click();
  await page.keyboard.press('s');
  await expect(page.getByText('已取消收藏「纪要.txt」')).toBeVisible();
  await expect(row(page, '纪要.txt')).toHaveCount(0);
});

test('the capacity bar leads to every file of every folder, the largest first; what is big is found, located and deleted', async ({
  signedIn: page,
  person,
}) => {
  const [one, two] = [await person.folder('一'), await person.folder('二')];
  await person.uploads('x'.repeat(3000), '大.txt', one.instanceId);
  await person.uploads('x'.repeat(2000), '中.png', two.instanceId);
  await person.uploads('x', '小.txt');
  await page.goto('/disk/personalFile');
  await page.getByRole('link', { name: '存储空间' }).click();
  await expect(page.getByRole('heading', { name: '全部文件', level: 1 })).toBeVisible();
  await expect(page.getByRole('row')).toHaveText([/名称/, /大\.txt.*个人文件 \/ 一/, /中\.png.*个人文件 \/ 二/, /小\.txt.*个人文件/]);
  await page.getByRole('columnheader', { name: '名称' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=instanceName/);
  await page.getByRole('button', { name: '类型', exact: true }).first().click();
  await page.getByRole('menuitem', { name: '图片' }).click();
  await expect(page.getByRole('row')).toHaveText([/名称/, /中\.png/]);
  await row(page, '中.png')
    .getByRole('button', { name: /打开所在位置: / })
    .click();
  await expect(page).toHaveURL(new RegExp(`folder=${two.instanceId}`));
  await page.goBack();
  await page.getByRole('button', { name: '类型: 图片', exact: true }).click();
  await page.getByRole('menuitem', { name: '全部类型' }).click();
  await page.getByRole('button', { name: '大小', exact: true }).first().click();
  await page.getByRole('menuitem', { name: '10.00 MB 以上' }).click();
  await expect(page.getByText('没有符合条件的内容')).toBeVisible();
  await page.getByRole('button', { name: '清除筛选' }).click();
  await row(page, '大.txt').getByText('2.9 KB').click();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: '删除 1 项' }).click();
  await expect(row(page, '大.txt')).toHaveCount(0);
  expect(await person.names(one.instanceId)).toEqual([]);
});
