/** The tree of departments, and who is in which. */
import { calls } from '../packages/contract/src/index.ts';
import { administrator, noFault, officer, openMenu } from './admin.ts';
import { expect, follow, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

for (const walk of walksOf('desktop'))
  test(`from an empty company: departments, people in them, one moved by the menu and one by dragging (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    await officer(
      company,
      person,
      'people.view',
      'people.create',
      'people.edit',
      'departments.view',
      'departments.create',
      'departments.edit',
      'departments.move',
      'departments.end',
      'departments.quota',
    );
    const zh = walk.locale === 'zh-CN';
    const desk = walk.looks[0].width === 1440;
    await startWalk(page, person, walk);
    const ends = Date.now().toString(36);
    await page.goto(`${person.origin}/disk/admin/people`);
    const tree = page.getByRole('tree', { name: zh ? '部门' : 'Departments' });
    const openTree = async () => {
      if (!desk) await page.getByRole('button', { name: zh ? '全公司' : 'The whole company' }).click();
    };
    const department = (name: string) => tree.getByRole('treeitem').filter({ hasText: name });
    const dialogOf = (name: string) => page.getByRole('dialog', { name });
    const create = zh ? '新建部门' : 'New department';
    for (const name of [`研发_${ends}`, `市场_${ends}`]) {
      await openTree();
      await page.getByRole('button', { name: create }).click();
      await dialogOf(create)
        .getByLabel(zh ? '部门名称' : 'Name', { exact: true })
        .fill(`${name}!`);
      await dialogOf(create).getByRole('button', { name: create }).click();
      await expect(dialogOf(create).getByLabel(zh ? '部门名称' : 'Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
      await dialogOf(create)
        .getByLabel(zh ? '部门名称' : 'Name', { exact: true })
        .fill(name);
      await dialogOf(create).getByRole('button', { name: create }).click();
      await expect(dialogOf(create)).toHaveCount(0);
      await expect(department(name)).toBeVisible();
      if (!desk) await page.keyboard.press('Escape');
    }
    const admin = await administrator(company);
    const { items } = await admin.call(calls.adminDepartment.page, {});
    const idOf = (name: string) => items.find((one) => one.name === name)!.departmentId;
    const other = await company.person();
    const people = [person, other];
    await admin.call(calls.adminUser.batch, {
      userIds: people.map(({ userId }) => userId),
      change: { departmentId: idOf(`研发_${ends}`) },
    });
    await follow(page, `/disk/admin/people?department=${idOf(`研发_${ends}`)}`);
    if (desk) await expect(page.getByText(zh ? '2 人，含下级' : '2 people, with sub-departments')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: person.accountName })).toBeVisible();
    await inBothLooks(page, walk, 'admin-department', noFault(page));
    const row = page.getByRole('row').filter({ hasText: other.accountName });
    if (desk) {
      await row.locator('[draggable]').dragTo(department(`市场_${ends}`));
      await expect(row).toHaveCount(0);
      await department(`市场_${ends}`).dragTo(department(`研发_${ends}`));
      await expect(page.getByText(zh ? '部门已移动' : 'The department was moved')).toBeVisible();
      await expect(row).toBeVisible(); // the list shows those below, too
      await department(`研发_${ends}`).click({ button: 'right' });
      await page.getByRole('menuitem', { name: zh ? '编辑部门' : 'Edit department' }).click();
      const edit = page.getByRole('dialog', { name: zh ? /^编辑部门/ : /^Edit/ });
      await inBothLooks(page, walk, 'admin-department-edit', noFault(page));
      await edit.getByLabel(zh ? '部门名称' : 'Name', { exact: true }).fill(`研究_${ends}`);
      await edit.getByRole('button', { name: zh ? '保存' : 'Save' }).click();
      await expect(department(`研究_${ends}`)).toBeVisible();
    } else {
      await openMenu(row);
      await page.getByRole('menuitem', { name: zh ? '移动到部门…' : 'Move to a department…' }).click();
      const dialog = page.getByRole('dialog', { name: zh ? '移动 1 人到部门' : 'Move 1 person to a department' });
      await dialog.getByRole('combobox', { name: zh ? '部门' : 'Department' }).fill(`市场_${ends}`);
      await page.getByRole('option', { name: `市场_${ends}` }).click();
      await inBothLooks(page, walk, 'admin-batch', noFault(page));
      await dialog.getByRole('button', { name: zh ? '修改 1 人' : 'Change 1 person' }).click();
      await expect(row).toHaveCount(0);
    }
  });
