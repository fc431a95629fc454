/** Administrators say from which addresses somebody comes in: line by line, never without themselves; and what who stays outside sees. */
import { calls, failureText } from '../packages/contract/src/index.ts';
import { noFault, officer, openMenu } from './admin.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

for (const walk of walksOf('phone'))
  test(`a rule that is wrong or shuts its author out is not saved, and who is outside is told so and comes back (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    const admin = await officer(company, person, 'allowlist.view', 'allowlist.edit');
    const rules = async () => (await admin.call(calls.adminAllowlist.page, {})).rules;
    const zh = walk.locale === 'zh-CN';
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/admin/allowlist`);
    await expect(page.getByText(zh ? '没有规则，所有地址都可以访问' : 'No rules, every address is let in')).toBeVisible();
    await page.getByRole('button', { name: zh ? '新建规则' : 'New rule' }).press('Enter');
    const form = page.getByRole('dialog');
    const lines = form.getByRole('textbox', { name: zh ? '允许的地址' : 'Addresses let in' });
    const save = form.getByRole('button', { name: zh ? '保存规则' : 'Save rule' });
    // Each line is judged for itself (specification 2 section 5).
    await lines.fill('10.20.0.0/16\n10.8.300.0/24\n10.8.1\n10.8.0.0/33\noffice\n10.20.0.9/16');
    const fault = zh ? '第 2 行第 3 段「300」须为 0 到 255 的整数' : 'Line 2, segment 3 “300”: a whole number from 0 to 255 is needed';
    await expect(form.getByText(fault)).toBeVisible();
    for (const text of [
      failureText('ALLOWLIST_SEGMENTS', walk.locale, { line: 3, text: '10.8.1' }),
      failureText('ALLOWLIST_PREFIX', walk.locale, { line: 4, text: '33', most: 32 }),
      failureText('ALLOWLIST_ADDRESS', walk.locale, { line: 5, text: 'office' }),
      failureText('ALLOWLIST_TWICE', walk.locale, { line: 6, text: '10.20.0.9/16', other: 1 }),
    ])
      await expect(form.getByText(text)).toBeVisible();
    await expect(save).toBeDisabled();
    await inBothLooks(page, walk, 'allowlist-line', noFault(page));

    // What was wrong does not stay until the next answer.
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(`**${calls.adminAllowlist.check.path}`, (route) => held.then(() => route.continue()));
    await lines.fill('10.20.0.0/16');
    await expect(form.getByText(fault)).toHaveCount(0);
    goOn();
    await page.unroute(`**${calls.adminAllowlist.check.path}`);
    await lines.fill('');
    await expect(save).toBeEnabled();
    await save.press('Enter');
    await expect(form.getByText(failureText('ALLOWLIST_EMPTY', walk.locale))).toBeVisible();
    await lines.fill('10.20.0.0/16');
    await expect(form.getByRole('alert')).toContainText(zh ? '这条规则会把你挡在外面' : 'This rule would lock you out');
    await expect(form.getByRole('alert')).toContainText('127.0.0.1');
    await expect(save).toBeDisabled();
    await inBothLooks(page, walk, 'allowlist-lock-out', noFault(page));
    await form.getByRole('button', { name: zh ? '加入 127.0.0.1' : 'Add 127.0.0.1', exact: true }).click();
    await expect(lines).toHaveValue('10.20.0.0/16\n127.0.0.1');
    await expect(form.getByRole('alert')).toHaveCount(0);
    await expect(save).toBeEnabled();
    await save.press('Enter');
    await expect(form).toHaveCount(0);
    await expect(page.getByText('10.20.0.0/16').first()).toBeVisible();
    await inBothLooks(page, walk, 'allowlist', noFault(page));
    const [made] = await rules();
    expect([made?.object, made?.addresses, made?.enabled]).toEqual(['administration', ['10.20.0.0/16', '127.0.0.1'], true]);

    // Another administrator has deleted it meanwhile: the page says so and follows.
    const other = await admin.call(calls.adminAllowlist.create, { object: 'links', addresses: ['192.0.2.0/24'] });
    await page.reload();
    const gone = page.getByRole('row').filter({ hasText: '192.0.2.0/24' });
    await openMenu(gone);
    await page.getByRole('menuitem', { name: zh ? '停用' : 'Turn off' }).focus();
    await admin.call(calls.adminAllowlist.remove, { ruleId: other.ruleId });
    await page.keyboard.press('Enter');
    await expect(page.getByText(failureText('ALLOWLIST_RULE_GONE', walk.locale))).toBeVisible();
    await expect(gone).toHaveCount(0);

    // Nobody else would be let in any more: neither saved before it is judged, nor switched on.
    const { roles } = await admin.call(calls.adminAllowlist.page, {});
    const advanced = roles.find(({ builtIn }) => builtIn === 'administrator')!.roleId;
    const nobody = { object: 'role', objectId: advanced, addresses: ['198.51.100.0/24'], enabled: false } as const;
    const last = await admin.call(calls.adminAllowlist.create, { ...nobody, addresses: [...nobody.addresses] });
    await page.reload();
    const sleeping = page.getByRole('row').filter({ hasText: '198.51.100.0/24' });
    const locksAll = failureText('ALLOWLIST_LOCKS_ADMINISTRATORS', walk.locale);
    const turnOn = page.getByRole('menuitem', { name: zh ? '启用' : 'Turn on' });
    await openMenu(sleeping);
    await turnOn.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: locksAll })).toBeVisible();
    await openMenu(sleeping);
    await page.getByRole('menuitem', { name: zh ? '编辑' : 'Edit' }).press('Enter');
    await page.route(`**${calls.adminAllowlist.check.path}`, () => {});
    await form.getByRole('switch').press('Space');
    await save.press('Enter');
    await expect(form.getByText(locksAll)).toBeVisible();
    await page.unroute(`**${calls.adminAllowlist.check.path}`);
    await page.keyboard.press('Escape');
    // A rule that would shut out whoever switches it on opens instead, and says how to mend it.
    const own = await admin.call(calls.adminAllowlist.create, { object: 'everybody', addresses: ['203.0.113.0/24'], enabled: false });
    await page.reload();
    await openMenu(page.getByRole('row').filter({ hasText: '203.0.113.0/24' }));
    await turnOn.press('Enter');
    await expect(form.getByRole('alert')).toContainText(zh ? '这条规则会把你挡在外面' : 'This rule would lock you out');
    await expect(form.getByRole('switch')).toBeChecked();
    await page.keyboard.press('Escape');
    expect((await rules()).filter(({ enabled }) => enabled).map(({ ruleId }) => ruleId)).toEqual([made!.ruleId]);
    for (const { ruleId } of [last, own]) await admin.call(calls.adminAllowlist.remove, { ruleId });

    // The laptop is carried home.
    const away = await admin.call(calls.adminAllowlist.create, { object: 'person', objectId: person.userId, addresses: ['10.20.0.0/16'] });
    await page.reload();
    await expect(page.getByRole('heading', { name: zh ? '当前网络不允许访问' : 'Not allowed from this network', level: 1 })).toBeVisible();
    await expect(page.getByText('127.0.0.1')).toBeVisible();
    await inBothLooks(page, walk, 'allowlist-outside', noFault(page));
    await admin.call(calls.adminAllowlist.remove, { ruleId: away.ruleId });
    await page.getByRole('button', { name: zh ? '重试' : 'Try again' }).press('Enter');
    await expect(page.getByText('10.20.0.0/16').first()).toBeVisible();
    await admin.call(calls.adminAllowlist.remove, { ruleId: made!.ruleId });
  });
