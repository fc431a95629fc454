import { calls } from '../packages/contract/src/index.ts';
import { faultsInBothColors } from './axe.ts';
import { expect, test } from './company.ts';

test('why a colleague sees a file is two clicks away', async ({ signedIn: page, person, company }) => {
  const colleague = await company.person();
  await company.database.updateTable('user_account').set({ real_name: '赵敏' }).where('id', '=', colleague.userId).execute();
  const folder = await person.folder('品牌升级');
  const file = await person.uploads('text', '纪要.txt', folder.instanceId);
  await person.call(calls.innerSharing.create, {
    instanceId: folder.instanceId,
    members: [{ kind: 'person', id: colleague.userId, role: 'download' }],
  });
  await page.goto(`/disk/personalFile?folder=${folder.instanceId}`);
  await page.getByRole('row').filter({ hasText: '纪要.txt' }).click();
  await page.keyboard.press('i');

  await page.getByRole('tab', { name: '权限' }).click();
  await expect(page.getByText('这是你的空间，拥有全部权限')).toBeVisible();
  await page.getByTitle('查看赵敏的权限来源').click();

  await expect(page.getByText('对方为什么能看到')).toBeVisible();
  await expect(page.getByText(/的内部共享，以最近的授权为准/)).toBeVisible();
  await expect(page.getByText('继承上级文件夹，没有单独授权')).toBeVisible();
  const { fileAuth } = await colleague.call(calls.instance.queryInstanceDetail, { instanceId: file.instanceId });
  await expect(page.getByText(`20 项中的 ${fileAuth.length} 项`)).toBeVisible();
  await expect(page.getByRole('listitem', { name: '允许：下载' })).toBeVisible();
  await expect(page.getByRole('listitem', { name: '不允许：删除' })).toBeVisible();
  expect(await faultsInBothColors(page)).toEqual([]);
});
