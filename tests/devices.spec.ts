import { Person } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { noFault } from './admin.ts';
import { byOtherName, enter, expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

for (const walk of walksOf('desktop'))
  test(`one sees where one is signed in, ends a device, and says that a new one is not one’s own (${walk.locale})`, async ({
    page,
    person,
  }) => {
    const says = (chinese: string, english: string) => (walk.locale === 'zh-CN' ? chinese : english);
    await startWalk(page, person, walk);
    // By its other name, the server sees another browser.
    await enter(page.context(), person, iPhone, byOtherName(person.origin));
    const phone = await page.context().newPage();
    await phone.goto(byOtherName(person.origin, '/disk/personalFile'));
    await expect(phone.getByText('这里还没有文件')).toBeVisible();
    const thief = new Person(person.origin, person.accountName, person);
    thief.headers['user-agent'] = android;

    await page.goto('/disk/personalFile');
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: says('账号安全', 'Account security') }).click();
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    const asked = page.getByRole('region', { name: says('新设备', 'New') });
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: says('这台设备', 'This device') }).getByRole('button')).toHaveCount(0);
    await expect(asked).toHaveCount(0);
    // The page hears of it while it is open.
    await thief.signsIn();
    await expect(asked).toContainText('Android · Chrome 131');
    await expect(asked).toContainText('127.0.0.1');
    await inBothLooks(page, walk, 'devices', noFault(page));

    await page.getByRole('button', { name: says('结束登录：iPhone · Safari 18', 'End session: iPhone · Safari 18') }).click();
    await expect(rows).toHaveCount(3);
    await expect(phone).toHaveURL(/\/disk\/signIn\?redirect=%2Fdisk%2FpersonalFile$/);
    await phone.close();

    // The same question is among the notifications, until it is answered.
    const bell = page.getByRole('button', { name: says('通知', 'Notifications') });
    await bell.click();
    const notice = page.getByRole('listitem').filter({ hasText: 'Android · Chrome 131' });
    await inBothLooks(page, walk, 'devices-notice', noFault(page));
    // The other width has its own list, so the change of width closed this one.
    await bell.click();
    await notice.getByRole('button', { name: says('不是我', 'Not me') }).click();
    await page.getByRole('button', { name: says('结束登录并改密码', 'End and change password') }).click();
    await expect(page).toHaveURL(/\/disk\/newPassword\?redirect=%2Fdisk%2Fsecurity$/);
    await expect(page.getByText(says('可能有别人知道当前密码', 'Somebody else may know your current password'))).toBeVisible();
    expect((await thief.ask(calls.user.currentUser, {})).status).toBe(401);
  });
