import { calls } from '../packages/contract/src/index.ts';
import { base, entry, foundation, openSlapd, person as inDirectory, service } from '../apps/server/src/directories/slapd.test-support.ts';
import { networkOf } from '../apps/server/src/networks.ts';
import { noFault, officer, openMenu } from './admin.ts';
import { expect, inCompanyOf } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

/** A company that may call the directory of the test, which is on this machine. */
const { test, own } = inCompanyOf(async () => ({ outgoing: { opened: [networkOf('127.0.0.2')!], http: false }, outgoingMs: 3000 }));

for (const walk of walksOf('phone'))
  test(`a directory is tried, synchronised and stopped by the brake (${walk.locale})`, async ({ page, person }) => {
    const company = await own();
    const says = (chinese: string, english: string) => (walk.locale === 'zh-CN' ? chinese : english);
    const [ou, walker] = [says('设计组', 'Design'), says('walker', 'rider')];
    const unit = `ou=${ou},${base}`;
    const people = Array.from({ length: 8 }, (_, n) => inDirectory(`${walker}_${n}`, 'Domain-Passw0rd', {}, unit));
    const slapd = await openSlapd([
      ...foundation,
      entry(unit, { objectClass: 'organizationalUnit', ou }),
      ...people,
      inDirectory(`${walker} wrong`, 'Domain-Passw0rd'),
    ]);
    try {
      const admin = await officer(company, person, 'platforms.view', 'platforms.edit', 'people.view', 'people.offboard');
      const { platformId } = await admin.call(calls.adminPlatform.createDirectory, {
        ...{ name: '集团域', protocol: 'ldap', url: `ldaps://127.0.0.2:${slapd.securePort}`, authority: slapd.authority, base },
        ...{ user: service.user, secret: service.password, filter: '(objectClass=inetOrgPerson)', enabled: true },
        ...{ accountNameClaim: 'uid', realNameClaim: 'cn', mailClaim: 'mail' },
      });
      await startWalk(page, person, walk);
      await page.goto(`${person.origin}/disk/admin/platforms`);
      await openMenu(
        page
          .getByRole('row')
          .filter({ hasText: '集团域' })
          .or(page.getByRole('listitem').filter({ hasText: '集团域' }))
          .first(),
      );
      await page.getByRole('menuitem', { name: says('同步…', 'Sync…') }).click();
      const drawer = page.getByRole('dialog', { name: says('同步：集团域', 'Sync: 集团域') });
      await expect(drawer.getByText(says('还没有同步过', 'Not synced yet'))).toBeVisible();
      await drawer.getByRole('switch', { name: says('自动同步', 'Sync automatically') }).click({ force: true });
      await drawer.getByRole('button', { name: says('试运行', 'Dry run'), exact: true }).click();
      const list = drawer.getByRole('region', { name: says('差异清单', 'Differences') });
      await expect(list).toContainText(`${walker}_0`);
      await expect(list).toContainText(says('账号为空或含有不支持的字符', 'The account name is empty'));
      await inBothLooks(page, walk, 'sync-dry-run', noFault(page));
      const [table] = await Promise.all([
        page.waitForEvent('download'),
        drawer.getByRole('button', { name: says('导出表格', 'Export table'), exact: true }).click(),
      ]);
      expect(table.suggestedFilename()).toBe(says('目录同步差异.xlsx', 'Directory sync differences.xlsx'));
      await drawer.getByRole('button', { name: says('应用 9 项', 'Apply 9 changes') }).click();
      await expect(drawer.getByText(says('已完成', 'Done')).first()).toBeVisible();

      slapd.change('ldapdelete', Array.from({ length: 7 }, (_, n) => `uid=${walker}_${n},${unit}`).join('\n') + '\n');
      await drawer.getByRole('button', { name: says('立即同步', 'Sync now') }).click();
      await expect(drawer.getByText(says('这次会冻结 7 人（87.5%）', '7 people (87.5%)'))).toBeVisible();
      await inBothLooks(page, walk, 'sync-stopped', noFault(page));
      const through = drawer.getByRole('button', { name: says('放行这一次…', 'Let this run through…') });
      await through.click();
      await expect(drawer.getByText(says('请填写原因', 'Give a reason'))).toBeVisible();
      await drawer.getByRole('textbox', { name: says('放行原因', 'Reason') }).fill(says('整组外迁', 'The team moved'));
      await through.click();
      await page
        .getByRole('dialog', { name: says('冻结 7 人？', 'Suspend 7 people?') })
        .getByRole('button', { name: says('冻结', 'Suspend') })
        .click();
      const leaver = list.getByRole('row').filter({ hasText: `${walker}_0` });
      await expect(leaver.getByRole('link', { name: says('办理离职', 'Offboard') })).toBeVisible();
      await inBothLooks(page, walk, 'sync-done', noFault(page));
      const accounts = (await admin.call(calls.adminUser.page, { keyword: walker })).items;
      expect(accounts.filter(({ status }) => status === 'frozen').length).toBe(7);
      await admin.call(calls.adminPlatform.remove, { platformId });
    } finally {
      await slapd.stop();
    }
  });
