import type { Page } from '@playwright/test';
import { administrator } from './admin.ts';
import { everyFault, faults } from './axe.ts';
import { byOtherName, expect, test } from './company.ts';
import { inBothLooks, walksOf } from './looks.ts';
import { addressOf, keepsPicture, opensAs, opensLink, picture } from './links.ts';
import { pdfOf } from './pdfs.ts';
import { calls } from '../packages/contract/src/index.ts';
import { personPassword } from '../apps/server/src/testing/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';

test.describe.configure({ mode: 'parallel' });
/** A visitor's page is the worker's own, which nobody is signed in with. */
test.use({ viewport: { width: 1440, height: 900 } });

const words = {
  'zh-CN': {
    open: '查看文件',
    search: '在分享中搜索',
    list: '文件列表',
    grid: '网格',
    close: '关闭预览',
    download: '下载',
    items: '共 3 项',
    found: '位置：产品发布会物料 / 季度复盘',
    wrong: /提取码错误，还可尝试 4 次/,
  },
  'en-US': {
    open: 'Open',
    search: 'Search in this share',
    list: 'Files',
    grid: 'Grid',
    close: 'Close preview',
    download: 'Download',
    items: '3 items',
    found: 'In 产品发布会物料 / 季度复盘',
    wrong: /extraction code is wrong\. 4 tries left/,
  },
} as const;

type Kept = 'picture' | 'document';
/** A folder with a picture and a document, or what of them is asked for, and a folder with notes in it. */
async function sharesFolder(person: Person, ...kept: Kept[]): Promise<string> {
  const folder = await person.folder('产品发布会物料');
  const inside = await person.folder('季度复盘', folder.instanceId);
  const holds = (what: Kept): boolean => kept.length === 0 || kept.includes(what);
  if (holds('picture')) await person.uploads(await picture(), '发布会主视觉_晨雾.png', folder.instanceId);
  if (holds('document')) await person.uploads(pdfOf(['Chapter one', 'Chapter two']), '云阁_产品白皮书_v3.2.pdf', folder.instanceId);
  await person.uploads('# 会议纪要\n\n- 发布日期\n', '会议纪要 10-28.md', inside.instanceId);
  return folder.instanceId;
}

for (const walk of walksOf('phone'))
  test(`a visitor comes in, looks around, previews, takes a file and finds the way back (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    const { locale, looks } = walk;
    const [{ colorScheme, width }] = looks;
    const said = words[locale];
    const path = await opensLink(person, company.visitor(), await sharesFolder(person), { password: '7Kd2 #ü', note: '请在周五前看完' });
    await opensAs(page, path, { locale, colorScheme, phone: width === 390 });
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const pictured = (name: string) => keepsPicture(page, `visitor-${name}-${width}-${colorScheme}`);
    const seriouslyFaultless = async () => expect(await faults(page)).toEqual([]);
    const faultless = async () => expect(await everyFault(page)).toEqual([]);

    const field = page.getByRole('textbox');
    await expect(field).toBeFocused();
    await expect(page.getByText('产品发布会物料')).toHaveCount(0);
    await inBothLooks(page, walk, 'visitor-gate', faultless);
    await field.fill('wrong');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(said.wrong);
    await inBothLooks(page, walk, 'visitor-gate-wrong', seriouslyFaultless);
    await field.fill('7Kd2 #ü');
    await page.getByRole('button', { name: said.open }).click();

    const grid = page.getByRole('grid', { name: said.list });
    await expect(grid.getByRole('row').filter({ hasText: '季度复盘' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('产品发布会物料');
    await expect(page.getByRole('status').filter({ hasText: said.items })).toBeVisible();
    await expect(page.getByText('请在周五前看完')).toBeVisible();
    expect(await page.getByText(person.accountName).count()).toBe(0);
    await inBothLooks(page, walk, 'visitor-list', faultless);

    // A browser keeps 50 steps, so the length of its history stops saying whether one was added.
    await page.evaluate(() => {
      for (let step = 0; step < 50; step++) history.pushState(null, '');
    });
    await page.getByRole('button', { name: '季度复盘' }).click();
    await expect(grid.getByText('会议纪要 10-28.md')).toBeVisible();
    await expect(page).toHaveURL(/folder=/);
    await pictured('folder');
    await page.reload();
    await expect(grid.getByText('会议纪要 10-28.md')).toBeVisible();
    await expect(page.getByRole('navigation').getByText('季度复盘')).toBeVisible();

    await page.getByRole('button', { name: '会议纪要 10-28.md' }).click();
    const viewer = page.getByRole('dialog');
    await expect(viewer.getByRole('heading', { name: '会议纪要' })).toBeVisible();
    await inBothLooks(page, walk, 'visitor-notes', seriouslyFaultless);
    await page.reload();
    await expect(viewer.getByRole('heading', { name: '会议纪要' })).toBeVisible();
    await page.getByRole('button', { name: said.close }).click();
    await expect(viewer).toHaveCount(0);
    await page.goBack();
    await expect(grid.getByText('发布会主视觉_晨雾.png')).toBeVisible();

    await page.getByRole('button', { name: '发布会主视觉_晨雾.png' }).click();
    await expect(viewer.locator('img[data-ready]')).toBeVisible();
    await expect(viewer.locator('[data-watermark]')).toBeVisible();
    await pictured('picture');
    await page.keyboard.press('ArrowRight');
    await expect(viewer.locator('.page').first()).toBeVisible();
    await expect(viewer.locator('canvas').first()).toBeVisible();
    await pictured('pdf');
    const saved = page.waitForEvent('download');
    await viewer.getByRole('button', { name: said.download, exact: true }).click();
    expect((await saved).suggestedFilename()).toBe('云阁_产品白皮书_v3.2.pdf');
    await page.goBack();
    await expect(viewer).toHaveCount(0);

    // What lies deeper is found too, with its place.
    await page.getByRole('textbox', { name: said.search }).fill('纪要');
    await expect(page).toHaveURL(/q=/);
    await expect(grid.getByText('会议纪要 10-28.md')).toBeVisible();
    await expect(grid.getByText(said.found)).toBeVisible();
    await expect(grid.getByRole('row').filter({ hasText: '云阁' })).toHaveCount(0);
    await pictured('search');
    await page.getByRole('button', { name: said.grid }).click();
    await expect(page.getByText(said.found)).toBeVisible();
    await pictured('search-grid');
    expect(addresses.filter((address) => /7Kd2/.test(decodeURIComponent(address)))).toEqual([]);
  });

/** visitor-matrix.spec.ts goes to every other closed door. */
test('an address without a link is a closed door; a link for one visit lets its visitor in again', async ({ page, company, person }) => {
  const stranger = company.visitor();
  const { instanceId } = await person.uploads('text', '合同.txt');
  await page.goto(addressOf('no-such-link'));
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('分享链接错误');
  await keepsPicture(page, 'visitor-refused-1440-light');
  expect(await everyFault(page)).toEqual([]);
  await page.goto('/disk/fileDownload');
  await expect(title).toHaveText('分享链接错误');

  const path = await opensLink(person, stranger, instanceId, { visitLimit: 1 });
  await page.goto(addressOf(path));
  await expect(page.getByRole('grid').getByText('合同.txt')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('grid').getByText('合同.txt')).toBeVisible();
});

test('wrong passwords count down to a lock, whose minutes count down', async ({ page, company, person }) => {
  const { instanceId } = await person.uploads('text', '合同.txt');
  const path = await opensLink(person, company.visitor(), instanceId, { password: 'right1' });
  const admin = await administrator(company);
  await admin.call(calls.user.acknowledgeAgreement, {});
  await admin.call(calls.adminConfiguration.update, { code: 'systemTitle', value: { 'zh-CN': '星河盘', 'en-US': 'Galaxy' } });
  await opensAs(page, path, { phone: true });
  await expect(page.getByRole('banner')).toContainText('星河盘');
  await admin.call(calls.adminConfiguration.update, { code: 'systemTitle' });
  await page.clock.install();
  const field = page.getByRole('textbox');
  for (const left of [4, 3, 2, 1]) {
    await field.fill(`wrong ${left}`);
    await field.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(`提取码错误，还可尝试 ${left} 次`);
  }
  await field.fill('wrong 0');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/链接已锁定，请 30 分钟后再试/);
  await keepsPicture(page, 'visitor-locked-390-light');
  await page.clock.fastForward('05:00');
  await expect(page.getByRole('alert')).toHaveText(/链接已锁定，请 25 分钟后再试/);
  await page.clock.fastForward('25:01');
  await expect(page.getByRole('alert')).not.toHaveText(/锁定/);
});

test('two tabs are one visit, another browser is another', async ({ page, company, person, baseURL }) => {
  const { instanceId } = await person.uploads('text', '合同.txt');
  const path = await opensLink(person, company.visitor(), instanceId, { password: 'right1' });
  const entersIn = async (page: Page): Promise<void> => {
    await expect(page.getByText('可尝试 5 次，之后链接会锁定 30 分钟')).toBeVisible();
    await page.getByRole('textbox').fill('right1');
    await page.getByRole('textbox').press('Enter');
    await expect(page.getByText('合同.txt').first()).toBeVisible();
  };
  const visits = async () =>
    (await company.database.selectFrom('link').select('visits').where('path', '=', path).executeTakeFirstOrThrow()).visits;
  await page.goto(addressOf(path));
  await entersIn(page);
  const tab = await page.context().newPage();
  await tab.goto(addressOf(path));
  await entersIn(tab);
  expect(await visits()).toBe(1);
  const other = await page.context().newPage();
  await other.goto(byOtherName(baseURL!, addressOf(path)));
  await entersIn(other);
  expect(await visits()).toBe(2);
  await other.close();
});

test('a phone offers what can be done with a file in a sheet that every reader can use', async ({ page, company, person }) => {
  const path = await opensLink(person, company.visitor(), await sharesFolder(person, 'picture'));
  await opensAs(page, path, { phone: true });
  const row = page.getByRole('row').filter({ hasText: '发布会主视觉' });
  const more = row.getByRole('button', { name: '更多' });
  await more.click();
  const menu = page.getByRole('menu', { name: '更多' });
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  expect(await everyFault(page)).toEqual([]);
  await keepsPicture(page, 'visitor-row-menu-390-light');
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: '下载' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(more).toBeFocused();
  await more.click();
  // Beside the sheet: neither it nor the file behind it opens.
  const opened = page.waitForRequest((request) => new URL(request.url()).pathname.includes('/preview'), { timeout: 2000 });
  await page.mouse.click(195, 60);
  await expect(menu).toHaveCount(0);
  await expect(opened).rejects.toThrow(/Timeout/);
  await more.click();
  await menu.getByRole('menuitem', { name: '预览' }).click();
  await expect(page.getByRole('dialog').locator('img[data-ready]')).toBeVisible();
});

test('when a visit ends, the page opens the link again by itself; without the password it asks for it, and a withdrawn link closes', async ({
  page,
  company,
  person,
}) => {
  const folder = await sharesFolder(person, 'document');
  const path = await opensLink(person, company.visitor(), folder, { password: 'secret' });
  await page.goto(addressOf(path));
  await page.getByRole('textbox').fill('secret');
  await page.getByRole('textbox').press('Enter');
  const inside = page.getByRole('button', { name: '季度复盘' });
  await expect(inside).toBeVisible();

  await endsVisits(company);
  await inside.click();
  await expect(page.getByRole('grid').getByText('会议纪要 10-28.md')).toBeVisible();

  await endsVisits(company);
  await page.reload();
  await expect(page.getByRole('textbox')).toBeFocused();
  await expect(page).toHaveURL(/folder=/);
  await page.getByRole('textbox').fill('secret');
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('grid').getByText('会议纪要 10-28.md')).toBeVisible();

  await person.call(calls.link.remove, { linkPaths: [path] });
  await page.getByRole('button', { name: '返回上一级' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('分享链接错误');
  await expect(page).toHaveURL(/fileDownload/);
});

const endsVisits = (company: Company) =>
  company.database
    .updateTable('link_visitor')
    .set({ expires_at: new Date(0) })
    .execute();

test('downloads go by the rules of the public page, which keeps the chosen look and shows the link as a code', async ({
  page,
  company,
  person,
}) => {
  const folder = await person.folder('资料');
  await person.folder('附件', folder.instanceId);
  const first = await person.uploads('1', '文件 01.txt', folder.instanceId);
  await growsTo(company, first.instanceId, 60);
  const path = await opensLink(person, company.visitor(), folder.instanceId);
  await page.goto(addressOf(path));
  const grid = page.getByRole('grid');
  await expect(grid.getByText('附件')).toBeVisible();

  await page.getByRole('button', { name: '下载所选' }).click();
  await expect(page.getByRole('status').filter({ hasText: '请先选择要下载的文件' })).toBeVisible();

  await grid.getByRole('row').filter({ hasText: '附件' }).getByRole('checkbox').click();
  await page.getByRole('button', { name: '下载所选' }).click();
  const toast = page.getByRole('status').filter({ hasText: '分享页不支持下载文件夹，请进入后逐个下载文件' });
  await expect(toast).toBeVisible();
  await page.getByRole('toolbar').getByRole('button', { name: '取消选择' }).click();

  await grid.getByRole('checkbox', { name: '全选' }).click();
  await expect(page.getByRole('toolbar').getByText('已选 62 项')).toBeVisible();
  await grid.getByRole('row').filter({ hasText: '附件' }).getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: '下载', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('下载 61 个文件？')).toBeVisible();
  await expect(question.getByRole('button', { name: '继续在网页下载' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await keepsPicture(page, 'visitor-many-1440-light');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.getByRole('toolbar').getByRole('button', { name: '取消选择' }).click();
  await expect(page.getByRole('toolbar')).toHaveCount(0);

  const asked = page.waitForRequest(/link\/download/);
  const saved = page.waitForEvent('download');
  await grid.getByRole('row').filter({ hasText: '文件 01.txt' }).getByRole('button', { name: '下载' }).click();
  expect((await asked).headers()['x-share-token']).toBeTruthy();
  expect((await saved).suggestedFilename()).toBe('文件 01.txt');

  await page.getByRole('button', { name: '外观' }).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Download selected' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'QR code' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'QR code' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await keepsPicture(page, 'visitor-qr-1440-dark');
});

/** Copies a file `times` times beside itself, as rows. */
async function growsTo(company: Company, instanceId: string, times: number): Promise<void> {
  const { sql } = await import('kysely');
  await sql`
    with seed as (select * from instance where id = ${instanceId}), made as (
      insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
      select gen_random_uuid(), space_id, parent_id, true, 'copy ' || lpad(n::text, 5, '0') || '.txt', 'copy ' || lpad(n::text, 5, '0') || '.txt', category, blob_id, size, creator_id, editor_id
      from seed, generate_series(1, ${times}::int) n
      returning id, blob_id, size, creator_id
    ) insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from made`.execute(
    company.database,
  );
}

test('ten thousand entries scroll, and are walked and selected by keyboard', async ({ page, company, person }) => {
  const folder = await person.folder('归档');
  const first = await person.uploads('1', 'a.txt', folder.instanceId);
  await growsTo(company, first.instanceId, 10_000);
  const path = await opensLink(person, company.visitor(), folder.instanceId);
  await page.goto(addressOf(path));
  const grid = page.getByRole('grid');
  await expect(page.getByText('共 10,001 项')).toBeVisible();
  expect(await grid.getByRole('row').count()).toBeLessThan(50);
  await grid.getByRole('row').nth(1).focus();
  await page.keyboard.press('End');
  await expect(grid.getByText('copy 10000.txt')).toBeVisible();
  await expect(grid.getByRole('row').filter({ hasText: 'copy 10000.txt' })).toBeFocused();
  const bar = page.getByRole('toolbar');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar).toContainText('已选 2 项');
  await page.keyboard.press('Space');
  await expect(bar).toContainText('已选 1 项');
  await test.step('a row that is on its way is selected once it is there', async () => {
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
    await page.route(`**${calls.link.queryInstancePage.path}*`, (route) => pressed.then(() => route.continue()));
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('PageUp');
    await page.keyboard.press('Space');
    press();
    await expect(bar).toContainText('已选 2 项');
  });
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('status').filter({ hasText: '一次最多下载 2,000 项' })).toBeVisible();
});

test('who may only look gets no download, and is marked on pictures, pages and films', async ({ page, company, person }) => {
  const path = await opensLink(person, company.visitor(), await sharesFolder(person, 'document'), { permissions: ['preview'] });
  await page.goto(addressOf(path));
  await expect(page.getByRole('grid').getByText('季度复盘')).toBeVisible();
  await expect(page.getByRole('button', { name: /下载所选|保存/ })).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: '.pdf' });
  await expect(row.getByRole('button', { name: '下载' })).toHaveAttribute('aria-disabled', 'true');
  await row.getByRole('button', { name: '预览' }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.locator('canvas').first()).toBeVisible();
  const mark = await viewer
    .locator('.page')
    .first()
    .evaluate((element) => getComputedStyle(element, '::after').backgroundImage);
  expect(decodeURIComponent(mark)).toContain('127.0.0.1');
  await expect(viewer.getByRole('button', { name: /下载|打印/ })).toHaveCount(0);

  const theirs = await (await company.person()).folder('别人的');
  const plain = await opensLink(person, company.visitor(), theirs.instanceId, { permissions: ['preview'] }).catch(() => null);
  expect(plain, 'a link to what belongs to somebody else').toBeNull();
});

test('a colleague signs in from the page, comes back to it, and saves to their own drive', async ({ page, company, person }) => {
  const colleague = await company.person();
  await colleague.call(calls.user.acknowledgeAgreement, {});
  await colleague.folder('项目资料');
  const path = await opensLink(person, company.visitor(), await sharesFolder(person, 'document'), { visitorType: 'login' });
  await page.goto(addressOf(path));
  await page.getByRole('main').getByRole('link', { name: '员工登录' }).click();
  await expect(page).toHaveURL(/signIn\?redirect=/);
  await page.getByRole('textbox', { name: '用户名' }).fill(colleague.accountName);
  await page.getByRole('textbox', { name: '密码' }).fill(personPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: '.pdf' });
  await expect(row).toBeVisible();
  await expect(page.getByRole('link', { name: '进入云盘' })).toBeVisible();

  await row.getByRole('checkbox').click();
  await page.getByRole('button', { name: '保存到我的云盘' }).click();
  const dialog = page.getByRole('dialog', { name: '保存「云阁_产品白皮书_v3.2.pdf」' });
  await dialog.getByRole('button', { name: '项目资料' }).click();
  await expect(dialog.getByText('没有下级文件夹')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await keepsPicture(page, 'visitor-save-1440-light');
  await dialog.getByRole('button', { name: '保存到这里' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已保存到「项目资料」' })).toBeVisible();
  const [target] = (await colleague.call(calls.instance.page, { parentId: colleague.rootId })).items;
  expect(await colleague.names(target!.instanceId)).toEqual(['云阁_产品白皮书_v3.2.pdf']);
});
