import { calls } from '../packages/contract/src/index.ts';
import { base, foundation, openSlapd, person as entry, service } from '../apps/server/src/directories/slapd.test-support.ts';
import { networkOf } from '../apps/server/src/networks.ts';
import { noFault, officer } from './admin.ts';
import { byOtherName, expect, follow, inCompanyOf } from './company.ts';
import { inBothLooks, startWalk, walksOf, wear } from './looks.ts';
import { clicksOffline, clicksTwice } from './signing-in.ts';

/** A company that may call the directory of the test, which is on this machine. */
const { test, own } = inCompanyOf(async () => ({ outgoing: { opened: [networkOf('127.0.0.2')!], http: false }, outgoingMs: 3000 }));

for (const walk of walksOf('desktop'))
  test(`a directory is tested and added, and its people sign in with their domain account (${walk.locale})`, async ({ page, person }) => {
    const says = (chinese: string, english: string) => (walk.locale === 'zh-CN' ? chinese : english);
    const accountName = says('zhang_wei', 'li_na');
    const slapd = await openSlapd([...foundation, entry(accountName, 'Domain-Passw0rd')]);
    try {
      const admin = await officer(await own(), person, 'platforms.view', 'platforms.edit');
      await startWalk(page, person, walk);
      await page.goto(`${person.origin}/disk/admin/platforms`);
      await page
        .getByRole('button', { name: says('新建平台', 'New platform') })
        .first()
        .click();
      const form = page.getByRole('dialog');
      await form.getByText('LDAP', { exact: true }).click();
      const field = (label: string) => form.getByRole('textbox', { name: label, exact: true });
      const submit = form.getByRole('button', { name: says('新建平台', 'New platform') });
      const tries = form.getByRole('button', { name: says('测试连接', 'Test connection') });
      await submit.click();
      await expect(field(says('名称', 'Name'))).toBeFocused();
      await field(says('名称', 'Name')).fill('总部域');
      await field(says('地址', 'Address')).fill(`https://127.0.0.2`);
      await field(says('CA 证书', 'CA certificate')).fill(slapd.authority);
      await field(says('根节点', 'Base')).fill(base);
      await field(says('查询账号', 'Reading account')).fill(service.user);
      const secret = form.getByLabel(says('查询账号的密码', 'Password of the reading account'), { exact: true });
      await secret.fill('wrong');
      await tries.click();
      await expect(field(says('地址', 'Address'))).toHaveAttribute('aria-invalid', 'true');
      await field(says('地址', 'Address')).fill(`ldaps://127.0.0.2:${slapd.securePort}`);
      await tries.click();
      await expect(form.getByText(says('查询账号或密码不正确', 'its password is wrong'))).toBeVisible();
      await secret.fill(service.password);
      await tries.click();
      await expect(form.getByText(says('读到 1 人', '1 person was read'))).toBeVisible();
      await form.getByRole('switch', { name: says('自动创建账号', 'Create accounts') }).click({ force: true });
      await inBothLooks(page, walk, 'directory-form', noFault(page));
      await submit.click();
      await expect(page.getByText(says('已新建「总部域」', '“总部域” was added'))).toBeVisible();
      await form.getByRole('button', { name: says('取消', 'Cancel') }).click();
      await expect(page.getByRole('row').filter({ hasText: '总部域' })).toContainText(walk.looks[0].width === 390 ? 'ldaps://' : 'LDAP');
      const [made] = await admin.call(calls.adminPlatform.page, {});
      expect([made!.protocol, made!.enabled, made!.hasSecret, made!.createsAccounts]).toEqual(['ldap', true, true, true]);

      // By its other name, the server sees another browser.
      const out = await page.context().newPage();
      await out.addInitScript((language) => localStorage.setItem('alcove-language', language), walk.locale);
      await wear(out, walk.looks[0]);
      await out.goto(byOtherName(person.origin, '/disk/recycleBin'));
      await out.getByRole('tab', { name: says('域账号', 'Domain account') }).click();
      const account = out.getByRole('textbox', { name: says('域账号', 'Domain account') });
      const password = out.getByLabel(says('域密码', 'Domain password'), { exact: true });
      const enter = out.getByRole('button', { name: says('用域账号登录', 'Sign in with domain account') });
      await inBothLooks(out, walk, 'sign-in-domain', noFault(out));
      await account.fill(accountName);
      await enter.click();
      await expect(password).toBeFocused();
      await password.fill('wrong');
      await enter.click();
      await expect(out.getByRole('alert')).toContainText(says('用户名或密码错误', 'Wrong'));
      await follow(out, '/disk/ADlogin');
      await expect(out.getByRole('tab')).toHaveCount(0);
      await account.fill(accountName);
      await password.fill('Domain-Passw0rd');
      await inBothLooks(out, walk, 'directory-sign-in', noFault(out));
      await clicksOffline(enter, walk.locale);
      await clicksTwice(enter, calls.user.signIn);
      await out.getByRole('button', { name: says('我已阅读并同意', 'I agree') }).click();
      // Out, and in again: the tab of last time is open, and leads to where one was going.
      await out.getByRole('banner').getByRole('button').last().click();
      await out.getByRole('menuitem', { name: says('退出登录', 'Sign out') }).click();
      await expect(out).toHaveURL(/\/disk\/signIn$/);
      await follow(out, '/disk/signIn?redirect=%2Fdisk%2FrecycleBin');
      await account.fill(accountName);
      await password.fill('Domain-Passw0rd');
      await enter.click();
      await expect(out).toHaveURL(/\/disk\/recycleBin$/);
      await out.goto('about:blank');
      await out.context().clearCookies();
      // The tab of last time is open, and nothing is offered that is off.
      await admin.call(calls.adminPlatform.updateDirectory, { platformId: made!.platformId, enabled: false });
      await out.goto(byOtherName(person.origin, '/disk/ADlogin'));
      await expect(out.getByRole('heading', { name: /尚未配置|isn’t set up/ })).toBeVisible();
      await follow(out, '/disk/signIn');
      await expect(out.getByRole('button', { name: /^(登录|Sign in)$/ })).toBeVisible();
      await expect(out.getByRole('tab', { name: says('域账号', 'Domain account') })).toHaveCount(0);
      await admin.call(calls.adminPlatform.remove, { platformId: made!.platformId });
    } finally {
      await slapd.stop();
    }
  });
