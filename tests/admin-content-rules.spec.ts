/** Administrators keep the content rules: made, tried, changed, switched off, deleted; and who may only look. */
import type { Locator, Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { administrator, noFault, officer, openMenu } from './admin.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** Rules are the whole company's, which other files of tests share. */
test.beforeEach(async ({ company }) => {
  const admin = await administrator(company);
  const { rules } = await admin.call(calls.adminDlp.page, {});
  for (const { ruleId } of rules) await admin.call(calls.adminDlp.remove, { ruleId });
});

for (const walk of walksOf('phone'))
  test(`a rule is tried before it is made, changed, switched off and deleted (${walk.locale})`, async ({ page, company, person }) => {
    const admin = await officer(company, person, 'dlp.view', 'dlp.edit', 'configuration.view');
    const rules = async () => (await admin.call(calls.adminDlp.page, {})).rules;
    const zh = walk.locale === 'zh-CN';
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/admin/contentRules`);
    await expect(page.getByText(zh ? '还没有内容规则' : 'No content rules yet')).toBeVisible();
    await page.getByRole('button', { name: zh ? '新建规则' : 'New rule' }).click();
    const form = page.getByRole('dialog');
    const [name, value] = [
      form.getByRole('textbox', { name: zh ? '规则名称' : 'Rule name' }),
      form.getByRole('textbox', { name: zh ? '内容' : 'Value' }),
    ];
    const submit = form.getByRole('button', { name: zh ? '新建规则' : 'New rule' });
    await submit.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await name.fill('手机号');
    await form.getByRole('combobox', { name: zh ? '依据' : 'Looks at' }).click();
    await page.getByRole('option', { name: zh ? '正则表达式' : 'Pattern' }).click();

    // A pattern that is wrong is said at its field, by trying as by saving, and nothing is made.
    await value.fill('1[3-9(\\d{9}');
    const text = form.getByRole('textbox', { name: zh ? '用文字试一试' : 'Try it on a text' });
    const run = form.getByRole('button', { name: zh ? '试一试' : 'Try', exact: true });
    await text.fill('电话 13800138000，座机 0571-8888，另一个 13912345678');
    await run.click();
    await expect(value).toHaveAttribute('aria-invalid', 'true');
    await expect(value).toBeFocused();
    await value.fill('1[3-9]\\d{9}');
    await expect(value).not.toHaveAttribute('aria-invalid', 'true');
    await run.click();
    await expect(form.getByRole('status')).toHaveText(zh ? '命中 2 处' : 'Found in 2 places');
    await expect(form.locator('mark')).toHaveText(['13800138000', '13912345678']);
    await inBothLooks(page, walk, 'content-rule', noFault(page));
    // What was found is of the text as it was tried.
    await text.fill('没有号码');
    await expect(form.locator('mark')).toHaveCount(0);
    await run.click();
    await expect(form.getByRole('status')).toHaveText(zh ? '没有命中' : 'Nothing found');
    expect(await rules()).toEqual([]);
    await value.fill('(a*)*');
    await submit.click();
    await expect(value).toHaveAttribute('aria-invalid', 'true');
    expect(await rules()).toEqual([]);
    await value.fill('1[3-9]\\d{9}');
    await submit.dblclick();
    await expect(form).toHaveCount(0);
    expect((await rules()).map(({ name, kind, value, action, enabled }) => ({ name, kind, value, action, enabled }))).toEqual([
      { name: '手机号', kind: 'pattern', value: '1[3-9]\\d{9}', action: 'review', enabled: true },
    ]);

    await admin.call(calls.adminDlp.create, { name: '安装包', kind: 'suffix', value: 'exe;msi', action: 'refuse' });
    await admin.call(calls.adminDlp.create, { name: '大文件', kind: 'size', value: '1572864', enabled: false });
    await admin.call(calls.adminDlp.create, { name: '合同', kind: 'keyword', value: '甲方\n乙方' });
    await page.reload();
    await expect(rowOf(page, '合同')).toContainText(zh ? '甲方、乙方' : '甲方, 乙方');
    await expect(rowOf(page, '安装包')).toContainText('exe; msi');
    await inBothLooks(page, walk, 'content-rules', noFault(page));

    await openMenu(rowOf(page, '大文件'));
    await page.getByRole('menuitem', { name: zh ? '编辑' : 'Edit' }).click();
    const size = form.getByRole('textbox', { name: zh ? '不小于' : 'At least' });
    await expect(size).toHaveValue('1.5 MB');
    await size.fill('20');
    await form.getByText(zh ? '禁止外发' : 'Refuse', { exact: true }).click();
    // Somebody else renames the rule meanwhile: what was not touched here stays theirs.
    const large = (await rules()).find(({ name: one }) => one === '大文件')!;
    await admin.call(calls.adminDlp.update, { ruleId: large.ruleId, name: '超大文件' });
    await form.getByRole('button', { name: zh ? '保存' : 'Save' }).click();
    await expect(rowOf(page, '超大文件')).toContainText(zh ? '禁止外发' : 'Refuse');
    expect((await rules()).find(({ ruleId }) => ruleId === large.ruleId)).toMatchObject({
      value: '20971520',
      action: 'refuse',
      enabled: false,
    });

    await openMenu(rowOf(page, '手机号'));
    await page.getByRole('menuitem', { name: zh ? '停用' : 'Switch off' }).click();
    await expect(rowOf(page, '手机号')).toContainText(zh ? '已停用' : 'Off');
    await openMenu(rowOf(page, '安装包'));
    await page.getByRole('menuitem', { name: zh ? '删除' : 'Delete' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: zh ? '删除规则' : 'Delete rule' })
      .click();
    await expect(rowOf(page, '安装包')).toHaveCount(0);
    expect((await rules()).map(({ name: one, enabled }) => [one, enabled])).toEqual([
      ['超大文件', false],
      ['合同', true],
      ['手机号', false],
    ]);

    await page.getByRole('textbox', { name: zh ? '名称或内容' : 'Name or value' }).fill('乙方');
    await expect(rowOf(page, '手机号')).toHaveCount(0);
    await expect(rowOf(page, '合同')).toBeVisible();
    for (const { ruleId } of await rules()) await admin.call(calls.adminDlp.remove, { ruleId });

    // While the company uses no rules at all, the page says so, and leads to the setting.
    const unused = page.getByText(zh ? '内容规则已整体停用' : 'Content rules are switched off');
    await expect(unused).toHaveCount(0);
    await company.configures('contentRules', false);
    try {
      await page.reload();
      await expect(unused).toBeVisible();
      await inBothLooks(page, walk, 'content-rules-unused', noFault(page));
      await page.getByRole('link', { name: zh ? '查看配置' : 'Open the setting' }).click();
      await expect(rowOf(page, zh ? '启用内容规则' : 'Use content rules')).toBeVisible();
    } finally {
      await company.configures('contentRules', undefined);
    }
  });

test('a rule that somebody deleted meanwhile is said, and what was written is not lost without a question', async ({
  company,
  person,
  signedIn: page,
}) => {
  const admin = await officer(company, person, 'dlp.view', 'dlp.edit');
  const { ruleId } = await admin.call(calls.adminDlp.create, { name: '将要删除', kind: 'keyword', value: '甲方' });
  await page.goto('/disk/admin/contentRules');
  await rowOf(page, '将要删除').dblclick();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: '内容' }).fill('乙方');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: '继续编辑' }).click();
  await admin.call(calls.adminDlp.remove, { ruleId });
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByRole('alert')).toHaveText('规则已不存在');
  await expect(form.getByRole('textbox', { name: '内容' })).toHaveValue('乙方');
  await expect(rowOf(page, '将要删除')).toHaveCount(0);
});

test(
  'who may only look changes nothing, and who may not look gets no entry and no page',
  { tag: '@thorough' },
  async ({ company, person, signedIn: page }) => {
    const admin = await officer(company, person, 'people.view');
    const { ruleId } = await admin.call(calls.adminDlp.create, { name: '只看', kind: 'keyword', value: '甲方' });
    await page.goto('/disk/admin/contentRules');
    await expect(page.getByRole('heading', { name: '你没有权限访问这个页面', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: '内容规则' })).toHaveCount(0);
    await officer(company, person, 'dlp.view');
    await page.goto('/disk/admin/contentRules');
    await expect(page.getByText(/只能查看/)).toBeVisible();
    await expect(page.getByRole('button', { name: '新建规则' })).toHaveCount(0);
    await rowOf(page, '只看').click({ button: 'right' });
    await expect(page.getByRole('menuitem')).toHaveText([/查看/]);
    await page.getByRole('menuitem').click();
    const form = page.getByRole('dialog');
    await expect(form.getByText('你没有「编辑内容规则」权限，只能查看。')).toBeVisible();
    await expect(form.getByRole('textbox', { name: '内容' })).toBeDisabled();
    await expect(form.getByRole('button', { name: '保存' })).toHaveCount(0);
    await admin.call(calls.adminDlp.remove, { ruleId });
  },
);
