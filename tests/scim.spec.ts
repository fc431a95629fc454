import { noFault, officer, openMenu } from './admin.ts';
import { oktaUser, patch, providerAt } from '../apps/server/src/scim/provider.test-support.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

for (const walk of walksOf('phone'))
  test(`a platform gets a token, pushes people, and is held back (${walk.locale})`, async ({ page, company, person }) => {
    const says = (chinese: string, english: string) => (walk.locale === 'zh-CN' ? chinese : english);
    await officer(company, person, 'platforms.view', 'platforms.edit');
    await startWalk(page, person, walk);
    await page.goto('/disk/admin/platforms');
    await page.getByRole('button', { name: says('新建平台', 'New platform') }).click();
    const making = page.getByRole('dialog', { name: says('新建平台', 'New platform') });
    await making.getByText('SCIM 2.0').click();
    await making.getByRole('textbox', { name: says('名称', 'Name') }).fill('Okta');
    await inBothLooks(page, walk, 'scim-new', noFault(page));
    await making.getByRole('button', { name: says('新建平台', 'New platform') }).click();
    const form = page.getByRole('dialog', { name: 'Okta' });
    await form.getByRole('button', { name: says('生成令牌', 'Make token') }).click();
    const addresses = form.locator('dd > span');
    await expect(addresses).toHaveCount(2);
    const [address, token] = (await addresses.allTextContents()) as [string, string];
    await inBothLooks(page, walk, 'scim-token', noFault(page));
    // Whoever opens it again does not see the token.
    await form.getByRole('button', { name: says('取消', 'Cancel') }).click();
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: 'Okta' }).first();
    await row.click();
    await expect(addresses).toHaveCount(1);
    await form.getByRole('button', { name: says('取消', 'Cancel') }).click();

    await openMenu(row);
    await page.getByRole('menuitem', { name: says('推送情况…', 'Provisioning…') }).click();
    const drawer = page.getByRole('dialog', { name: says('推送情况：Okta', 'Provisioning: Okta') });
    await expect(drawer.getByText(says('还没有推送', 'Nothing provisioned yet'))).toBeVisible();
    const provider = providerAt(address, token);
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push((await provider.send('POST', '/Users', oktaUser(`pushed_${n}`))).body.id);
    await provider.send('POST', '/Users', oktaUser('admin'));
    const stop = async (id: string) =>
      (await provider.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }))).status;
    for (const id of ids.slice(0, 5)) expect(await stop(id)).toBe(200);
    expect(await stop(ids[5]!)).toBe(429);
    const requests = drawer.getByRole('region', { name: says('最近的推送', 'Latest requests') });
    await expect(requests).toContainText('pushed_0');
    await expect(requests.getByRole('row').filter({ hasText: '409' })).toContainText(says('userName 已被使用', 'userName is taken'));
    await expect(drawer.getByRole('alert')).toContainText(says('近一小时已冻结 5 人', '5 people were suspended'));
    await inBothLooks(page, walk, 'scim-held', noFault(page));
    await drawer.getByRole('textbox', { name: says('放行原因', 'Reason') }).fill(says('门店关闭', 'A shop closes'));
    await drawer.getByRole('button', { name: says('放行一小时…', 'Allow for an hour…') }).click();
    await page
      .getByRole('dialog', { name: says('放行一小时？', 'Allow for an hour?') })
      .getByRole('button', { name: says('放行', 'Allow'), exact: true })
      .click();
    await expect(drawer.getByRole('alert')).toBeHidden();
    expect(await stop(ids[5]!)).toBe(200);
  });
