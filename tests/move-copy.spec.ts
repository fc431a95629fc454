import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { calls, limits } from '../packages/contract/src/index.ts';
import type { Instance } from '../packages/contract/src/index.ts';
import type { Person } from '../apps/server/src/testing/index.ts';
import { faults } from './axe.ts';
import { emptyDrive, expect, follow, test } from './company.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
async function fromMenu(page: Page, name: string, entry: string | RegExp): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

test('moved, copied, merged, dropped and restored', async ({ signedIn: page, person, company }) => {
  test.slow();
  await test.step('a folder that meets one of its name is merged, moved and restored alike; what happens to its files is asked once', async () => {
    const [target, standing] = await withNamesake(person);
    const source = await person.folder('资料');
    await person.uploads('new', '同名.txt', source.instanceId);
    await person.uploads('x', '新增.txt', source.instanceId);
    await page.goto('/disk/personalFile');
    await row(page, '资料').getByTitle('资料', { exact: true }).dragTo(row(page, '目标'));
    const dialog = page.getByRole('dialog', { name: '这里已有同名文件夹' });
    await expect(dialog.getByRole('radio', { name: '合并' })).toBeChecked();
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('radiogroup', { name: '其中同名的文件' }).getByRole('radio', { name: '两个都保留' }).check();
    await dialog.getByRole('button', { name: '合并 1 项' }).click();
    await expect(row(page, '资料')).toBeHidden();
    await expect(page.getByText('已移动 1 项到「目标」')).toBeVisible();
    await expect(page.getByRole('button', { name: '撤销' })).toBeHidden();
    expect(await person.names(standing.instanceId)).toEqual(['同名 (1).txt', '同名.txt', '新增.txt']);

    await person.call(calls.instance.remove, { instanceIds: [standing.instanceId] });
    await person.folder('资料', target.instanceId);
    await follow(page, '/disk/recycleBin');
    await expect(row(page, '资料')).toContainText('7 B');
    await fromMenu(page, '资料', '恢复');
    await page.getByRole('dialog').getByRole('button', { name: '合并 1 项' }).click();
    await expect(row(page, '资料')).toBeHidden();
    const [back] = (await person.call(calls.instance.page, { parentId: target.instanceId })).items;
    expect(await person.names(back!.instanceId)).toEqual(['同名 (1).txt', '同名.txt', '新增.txt']);
  });

  await test.step('the recycle bin restores, restores elsewhere, and removes for good', async () => {
    await emptyDrive(page, person);
    const folder = await person.folder('项目');
    const inside = await person.uploads('1', 'inside.txt', folder.instanceId);
    const beside = await person.uploads('2', 'beside.txt');
    const last = await person.uploads('3', 'last.txt');
    for (const item of [inside, folder, beside, last]) await person.call(calls.instance.remove, { instanceIds: [item.instanceId] });
    await follow(page, '/disk/recycleBin');
    await expect(page.getByText('回收站是空的')).toBeHidden();
    await expect(row(page, 'inside.txt')).toContainText('原文件夹已不存在');
    await expect(row(page, 'beside.txt')).toContainText('30 天');
    expect(await faults(page)).toEqual([]);
    await fromMenu(page, 'beside.txt', '恢复');
    await expect(row(page, 'beside.txt')).toBeHidden();
    await fromMenu(page, 'inside.txt', '恢复到…');
    await page.getByRole('dialog').getByRole('treeitem').getByRole('button', { name: '个人文件', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '恢复到「个人文件」' }).click();
    await expect(row(page, 'inside.txt')).toBeHidden();
    expect(await person.names()).toEqual(['beside.txt', 'inside.txt']);
    await row(page, 'last.txt').click();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: '彻底删除 1 项' }).click();
    await expect(row(page, 'last.txt')).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row(page, '项目')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: '清空回收站' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '清空回收站' }).click();
    await expect(page.getByText('回收站是空的')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a file is moved by its menu, taken back, and dragged into a folder', async () => {
    await emptyDrive(page, person);
    const [target, other] = [await person.folder('目标'), await person.folder('另一个')];
    await person.uploads('x', '报告.txt');
    await fromMenu(page, '报告.txt', /^移动到…/);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('treeitem').getByRole('button', { name: '目标', exact: true }).click();
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: '移动到「目标」' }).click();
    await expect(row(page, '报告.txt')).toBeHidden();
    expect(await person.names(target.instanceId)).toEqual(['报告.txt']);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(row(page, '报告.txt')).toBeVisible();

    await row(page, '报告.txt').getByTitle('报告.txt', { exact: true }).dragTo(row(page, '另一个'));
    await expect(row(page, '报告.txt')).toBeHidden();
    await expect.poll(() => person.names(other.instanceId)).toEqual(['报告.txt']);
  });

  await test.step('a folder far down is found by pinyin as the place to copy to, by keyboard alone', async () => {
    await emptyDrive(page, person);
    const far = await person.folder('深处', (await person.folder('目标')).instanceId);
    await person.folder('深处的副本', (await person.folder('来源')).instanceId);
    await fromMenu(page, '来源', /^复制到…/);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: '搜索文件夹' })).toBeFocused();
    await page.keyboard.type('sc');
    const found = dialog.getByRole('listitem').getByRole('button');
    // A folder inside the copied folder is not a valid target.
    await expect(found).toHaveCount(1);
    await expect(found).toContainText('个人文件 / 目标');
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: '复制到「深处」' }).press('Enter');
    await expect.poll(() => person.names(far.instanceId)).toEqual(['来源']);
  });

  await test.step('cut and paste ask what to do with a name that is taken; copies are numbered beside their original', async () => {
    await emptyDrive(page, person);
    const target = await person.folder('目标');
    await person.uploads('old', 'a.txt', target.instanceId);
    await person.uploads('new', 'a.txt');
    await row(page, 'a.txt').click();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect(row(page, 'a (1).txt')).toBeVisible();
    await row(page, 'a.txt').first().click();
    await page.keyboard.press('Control+x');
    await row(page, '目标').dblclick();
    await expect(page.getByRole('heading', { name: '目标', level: 1 })).toBeVisible();
    await row(page, 'a.txt').click();
    await page.keyboard.press('Control+v');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: '两个都保留' }).check();
    await dialog.getByRole('button', { name: /保留/ }).click();
    await expect(row(page, 'a (1).txt')).toBeVisible();
    expect(await person.names()).toEqual(['目标', 'a (1).txt']);
  });

  await test.step('rows are dropped on a step of the way and on a folder of the tree', async () => {
    await emptyDrive(page, person);
    const [outer, beside] = [await person.folder('外层'), await person.folder('旁边')];
    const inner = await person.folder('内层', outer.instanceId);
    for (const name of ['a.txt', 'b.txt']) await person.uploads(name, name, inner.instanceId);
    await follow(page, `/disk/personalFile?folder=${inner.instanceId}`);
    const way = page.getByRole('navigation', { name: '当前位置' });
    await row(page, 'a.txt')
      .getByTitle('a.txt', { exact: true })
      .dragTo(way.getByRole('button', { name: '外层' }));
    await expect(row(page, 'a.txt')).toBeHidden();
    await expect.poll(() => person.names(outer.instanceId)).toEqual(['内层', 'a.txt']);
    await page.getByRole('button', { name: '文件夹树' }).click();
    const tree = page.getByRole('tree', { name: '文件夹树' });
    await row(page, 'b.txt')
      .getByTitle('b.txt', { exact: true })
      .dragTo(tree.getByRole('button', { name: '旁边', exact: true }));
    await expect(row(page, 'b.txt')).toBeHidden();
    await expect.poll(() => person.names(beside.instanceId)).toEqual(['b.txt']);
    await page.getByRole('button', { name: '文件夹树' }).click();
  });

  await test.step('a large copy shows how far it is, is cancelled without a trace, and done again is there whole', async () => {
    await emptyDrive(page, person);
    const folder = await person.folder('大量');
    const seed = await person.uploads('seed', 'seed.txt', folder.instanceId);
    await sql`
    with seed as (select * from instance where id = ${seed.instanceId}), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select gen_random_uuid(), space_id, parent_id, true, 'file ' || n, 'file ' || n, category, blob_id, size, creator_id, editor_id from seed, generate_series(1, ${limits.rowsPerCall}::int) n
      returning id, blob_id, size, creator_id
    ) insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`.execute(
      company.database,
    );
    const { id: spaceId } = await company.database
      .selectFrom('space')
      .select('id')
      .where('root_id', '=', person.rootId)
      .executeTakeFirstOrThrow();
    const otherTab = await page.context().newPage();
    await otherTab.goto('/disk/recycleBin');
    await expect(otherTab.getByRole('button', { name: '清空回收站' })).toBeVisible();
    const copy = async () => {
      await row(page, '大量').first().click();
      await page.keyboard.press('Control+c');
      await page.keyboard.press('Control+v');
    };
    const cards = page.getByRole('region', { name: '进行中的任务' });
    const rows = (limits.rowsPerCall + 2).toLocaleString('en-US');
    await company.database.transaction().execute(async (transaction) => {
      // While someone else changes folders here, the copy waits, invisible to everyone.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${spaceId}`}, 0))`.execute(transaction);
      await copy();
      await expect(cards).toContainText('正在复制「大量」');
      await expect(otherTab.getByRole('region', { name: '进行中的任务' }), 'another tab hears of it').toContainText('正在复制「大量」');
      await expect(cards).toContainText(`${rows} / ${rows} 项`);
      expect(await faults(page)).toEqual([]);
      await cards.getByRole('button', { name: '取消任务' }).click();
      await expect(page.getByText('已取消「大量」，未做任何更改')).toBeVisible();
      await expect(cards).toBeHidden();
    });
    expect(await person.names()).toEqual(['大量']);
    await copy();
    await expect(page.getByText('「大量」已复制')).toBeVisible();
    await expect(row(page, '大量 (1)')).toBeVisible();
  });
});

async function withNamesake(person: Person): Promise<[target: Instance, standing: Instance]> {
  const target = await person.folder('目标');
  const standing = await person.folder('资料', target.instanceId);
  await person.uploads('old', '同名.txt', standing.instanceId);
  return [target, standing];
}
