import { calls, type InputOf } from '../packages/contract/src/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { everyFault } from './axe.ts';
import { expect, follow, test } from './company.ts';
import { keepsPicture } from './links.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';
import { fromNow, iPhone, linkTo, rowOf, visit, type Row } from './sharer.ts';

const { link } = calls;

/** A list with every state, in which the screens are looked at. */
async function fills(company: Company, person: Person): Promise<void> {
  const ago = (days: number) => fromNow(-days);
  const file = async (name: string) => (await person.uploads('内容', name)).instanceId;
  const folder = async (name: string) => (await person.folder(name)).instanceId;
  const both = { permissions: ['preview', 'download'] } as const;
  const made = async (id: string, row: Row, input: Partial<InputOf<typeof link.createOrUpdate>> = {}) =>
    linkTo(company, person, id, { permissions: [...both.permissions], ...input }, row);
  await made(await file('总部三层平面图_A1.dwg'), { created_at: ago(27), visits: 5, downloads: 2, expires_at: ago(1) });
  await made(await file('媒体素材包_秋季.zip'), { created_at: ago(25), visits: 200, visit_limit: 200, downloads: 143, saves: 8 });
  await made(await folder('品牌升级 2026'), { created_at: ago(21), visits: 210, downloads: 77, saves: 12 }, { validity: 'employment' });
  await made(await file('2026 年度预算模型.xlsx'), { created_at: ago(14), visits: 3, downloads: 1, state: 'failed', reason: 'sensitive' });
  await made(await file('云阁_产品白皮书_v3.2.pdf'), {
    created_at: ago(12),
    expires_at: fromNow(24.2),
    visits: 1284,
    downloads: 602,
    saves: 41,
  });
  const pack = await made(
    await folder('供应商资料'),
    {
      created_at: ago(11),
      expires_at: fromNow(1.6),
      visits: 46,
      visit_limit: 200,
      downloads: 18,
      saves: 3,
    },
    { password: 'abcd' },
  );
  await made(await file('新员工入职手册 2026 修订.docx'), {
    created_at: ago(8),
    state: 'failed',
    reason: 'refused',
    reason_text: '附录含员工手机号',
  });
  await made(await folder('投标文件收集'), { created_at: ago(7), expires_at: fromNow(12.2), visits: 7 }, { permissions: ['upload'] });
  await made(await file('发布会主视觉_晨雾.png'), { created_at: ago(6), expires_at: fromNow(5.3), visits: 9, downloads: 4 });
  await made(await file('发布会开场片_4K_终稿.mp4'), {
    created_at: ago(0.01),
    state: 'verifying',
    scan_state: 'running',
    scan_done: 2,
    scan_total: 12,
    review_state: 'waiting',
  });
  await made(await folder('产品发布会物料'), { state: 'verifying', scan_state: 'passed', review_state: 'running' });
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await visit(company, pack, { address: '218.75.16.204', agent: iPhone, at: at(0.1), took: [['download', '报价单_2026Q4.xlsx']] });
  await visit(company, pack, {
    address: '218.75.16.204',
    agent: iPhone,
    at: at(0.2),
    took: [
      ['preview', 'a.pdf'],
      ['preview', 'b.pdf'],
    ],
  });
  const colleague = await company.person();
  await company.database.updateTable('user_account').set({ real_name: '沈嘉禾' }).where('id', '=', colleague.userId).execute();
  await visit(company, pack, { address: '10.0.0.8', at: at(30), person: colleague, took: [['save', '报价单_2026Q4.xlsx']] });
}

let filled: Promise<Person> | undefined;
/** Both walks look at the list of one person. */
const sharer = (company: Company): Promise<Person> =>
  (filled ??= (async () => {
    const person = await company.person();
    await person.call(calls.user.acknowledgeAgreement, {});
    await company.database.updateTable('user_account').set({ real_name: '林若溪' }).where('id', '=', person.userId).execute();
    await fills(company, person);
    await person.folder('展台设计');
    return person;
  })());

for (const walk of walksOf('desktop'))
  test(`in ${walk.locale}: the list, the visitors and the dialog in both looks, without a fault for assistive technology`, async ({
    page,
    company,
  }) => {
    await startWalk(page, await sharer(company), walk);
    const [zh, phone] = [walk.locale === 'zh-CN', walk.looks[0].width === 390];
    const says = (chinese: string, english: string) => (zh ? chinese : english);
    /** Whatever lies over the list is checked without the list, which has been. */
    const faultless = (part?: string) => async () => expect(await everyFault(page, part)).toEqual([]);
    const opens = async (name: string, entry: string) => {
      const row = rowOf(page, name);
      if (phone) await row.getByRole('button', { name: says('更多', 'More') }).click();
      else await row.click({ button: 'right' });
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await page.goto('/disk/mySharing');
    await expect(rowOf(page, '产品发布会物料')).toBeVisible();
    await inBothLooks(page, walk, 'my-sharing', faultless());
    if (!phone) {
      await rowOf(page, '供应商资料').getByRole('checkbox').click();
      await rowOf(page, '发布会主视觉').getByRole('checkbox').click();
      await inBothLooks(page, walk, 'my-sharing-selected', faultless('[role=toolbar]'));
      await page.keyboard.press('Escape');
    }
    await opens('供应商资料', says('访问记录', 'Visitors'));
    await expect(page.getByText('218.75.16.204').first()).toBeVisible();
    await inBothLooks(page, walk, 'my-sharing-visitors', faultless(`[role=dialog], section[aria-label="${says('访问记录', 'Visitors')}"]`));
    await page.getByRole('button', { name: says('关闭访问记录', 'Close visitors') }).click();
    await opens('产品发布会物料', says('修改', 'Edit'));
    await expect(page.getByText(says('等待审核人处理', 'Waiting for a reviewer'))).toBeVisible();
    await inBothLooks(page, walk, 'link-verifying', faultless('[role=dialog]'));
    await page.keyboard.press('Escape');
    await opens('供应商资料', says('修改', 'Edit'));
    await expect(page.getByRole('img', { name: says('「供应商资料」的二维码', 'QR code of “供应商资料”') })).toBeVisible();
    await inBothLooks(page, walk, 'link-open', faultless('[role=dialog]'));
    await page.keyboard.press('Escape');

    await follow(page, '/disk/personalFile');
    await opens('展台设计', says('外链分享', 'External link'));
    const create = page.getByRole('button', { name: says('创建外链', 'Create link') });
    await expect(create).toBeVisible();
    await inBothLooks(page, walk, 'link-create', faultless('[role=dialog]'));
    await page.getByText(says('自定义', 'Custom'), { exact: true }).click();
    await create.click();
    await expect(page.getByText(says('请选择最后一天', 'Choose the last day'))).toBeVisible();
    await inBothLooks(page, walk, 'link-fault', faultless('[role=dialog]'));
    await page.keyboard.press('Escape');

    await opens('供应商资料', says('详情', 'Details'));
    await expect(page.getByRole('listitem').filter({ hasText: says('剩余', 'left') })).toBeVisible();
    await faultless(phone ? '[role=dialog]' : `section[aria-label="${says('详情', 'Details')}"]`)();
    await keepsPicture(page, `link-drawer-${walk.locale}`);
  });
