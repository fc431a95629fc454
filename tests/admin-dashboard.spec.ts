/** Administrators see how the drive is doing: on its first day, after a day, and after a year with a gap. */
import { sql } from 'kysely';
import { failureText } from '../packages/contract/src/index.ts';
import { noFault, officer } from './admin.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';

const MB = 1024 ** 2;
const restored = { takenAt: '2026-11-20T02:00:00.000Z', rows: 9, objects: 1204, bytes: 3 * MB, restoreSeconds: 1085, checkSeconds: 90 };

for (const walk of walksOf('desktop'))
  test(`figures are read by pointer, by keyboard and as a table; a gap is no zero, and an unwell part says what to do (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    const { database } = company;
    await officer(company, person, 'dashboard.view', 'logs.view', 'links.review');
    await person.uploads(Buffer.alloc(3 * MB), 'Private plan.bin');
    const forget = () => sql`with gone as (delete from largest_space) delete from daily_figure`.execute(database);
    /** So many days up to today: a megabyte more on each, and as many uploads as days ago. The third day before today was missed. */
    const fill = async (days: number) => {
      await forget();
      await sql`
      insert into daily_figure (day, figure, value, made_at)
      select (now() at time zone 'Asia/Shanghai')::date - n, f.figure, case f.figure when 'uploads' then n when 'uploadedBytes' then n * ${MB}::int
        when 'activePeople' then 3 when 'people' then 1284 when 'usedGroup' then ${200 * MB}::int when 'usedDepartment' then ${300 * MB}::int
        else (${days}::int - n) * ${MB}::bigint end, now()
      from generate_series(0, ${days}::int - 1) n cross join unnest('{usedPersonal,usedGroup,usedDepartment,people,activePeople,uploads,uploadedBytes}'::text[]) f (figure)
      where n <> 3 and (n > 0 or f.figure not in ('activePeople', 'uploads', 'uploadedBytes'))`.execute(database);
      await sql`
      insert into largest_space (day, space_id, used_bytes)
      select (now() at time zone 'Asia/Shanghai')::date, id, used_bytes from space where used_bytes > 0`.execute(database);
    };
    const zh = walk.locale === 'zh-CN';
    // The server makes figures once a minute, and none while somebody else does.
    const making = await database.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(hashtextextended('daily figures', 0))`.execute(making);
    await forget();
    await startWalk(page, person, walk);
    await page.goto(`${person.origin}/disk/admin`);
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await expect(page.getByText(zh ? '空间占用每天统计一次' : 'Space is measured once a day')).toBeVisible();
    await expect(page.getByRole('slider')).toHaveCount(0);
    await inBothLooks(page, walk, 'dashboard-first-day', noFault(page));

    await fill(1);
    // What the server cannot read is its fault, and said so; then it is asked again.
    await sql`alter table largest_space rename to largest_space_away`.execute(database);
    await page.reload();
    await expect(page.getByText(failureText('SERVER_ERROR', walk.locale))).toBeVisible();
    await sql`alter table largest_space_away rename to largest_space`.execute(database);
    await page.getByRole('button', { name: zh ? '重试' : 'Retry' }).click();
    const space = page.getByRole('slider', { name: zh ? '空间占用' : 'Space used' });
    await expect(space).toHaveAttribute(
      'aria-valuetext',
      zh ? /个人 1\.00 MB、群组 200\.00 MB、部门 300\.00 MB/ : /Personal 1\.00 MB, Groups 200\.00 MB/,
    );
    await expect(
      page.getByText(zh ? '每天零点后统计前一天，明天起可以看到。' : 'Each day is counted after midnight. Come back tomorrow.'),
    ).toHaveCount(2);

    await fill(400);
    await sql`update audit_seal_state set late = true`.execute(database);
    await sql`
      insert into restore_drill (id, begun_at, outcome, backup, reason, measured) values
        (gen_random_uuid(), now() - interval '1 day', 'failed', '2026-11-20T02-00-00Z', 'faults', ${JSON.stringify(restored)}::jsonb)`.execute(
      database,
    );
    await page.reload();
    const figure = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
    await expect(figure(zh ? '已用空间' : 'Space used').first()).toContainText('900.00');
    await expect(page.getByText(zh ? '29 天 +29.00 MB' : '+29.00 MB in 29 days')).toBeVisible();
    await expect(page.getByText(zh ? '个人+29.00 MB' : 'Personal+29.00 MB')).toBeVisible();
    await expect(page.getByText(zh ? '昨日 3 人' : '3 yesterday')).toBeVisible();
    await expect(page.getByText('Private plan')).toHaveCount(0);
    await expect(page.getByText(zh ? /请在服务器上运行 serve verify-log/ : /Run serve verify-log on the server/)).toBeVisible();

    await expect(
      page.getByText(
        zh ? /1,204 个对象，3\.00 MB；恢复用时 18 分 5 秒，检查用时 90 秒/ : /1,204 objects, 3\.00 MB\. Restored in 18 min 5 s/,
      ),
    ).toBeVisible();
    await expect(page.getByText(zh ? /但检查发现问题/ : /but the check found faults/)).toBeVisible();
    await space.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(space).toHaveAttribute('aria-valuetext', zh ? /个人 399\.00 MB/ : /Personal 399\.00 MB/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(space).toHaveAttribute('aria-valuetext', zh ? /个人 无数据/ : /Personal No data/);
    await page.keyboard.press('Home');
    await expect(space).toHaveAttribute('aria-valuetext', zh ? /个人 371\.00 MB/ : /Personal 371\.00 MB/);
    await inBothLooks(page, walk, 'dashboard', noFault(page));
    const { x, y, width, height } = (await space.boundingBox())!;
    await page.mouse.move(x + width - 1, y + height / 2);
    await expect(page.getByText('400.00 MB').first()).toBeVisible();
    await page.mouse.move(0, 0);

    const table = page.getByRole('button', { name: zh ? '上传文件：表格' : 'Uploaded files: table' });
    await table.press('Enter');
    const rows = page.getByRole('region', { name: zh ? '上传文件：表格' : 'Uploaded files: table' }).getByRole('row');
    await expect(rows).toHaveCount(30);
    await expect(rows.nth(1)).toContainText('1');
    await expect(rows.nth(3)).toContainText(zh ? '无数据' : 'No data');
    await page.getByRole('button', { name: zh ? '近 30 天' : 'Last 30 days' }).click();
    await page.getByRole('menuitem', { name: zh ? '近 400 天' : 'Last 400 days' }).click();
    await expect(rows).toHaveCount(400);
    await page.reload();
    await expect(page.getByText(zh ? '399 天 +399.00 MB' : '+399.00 MB in 399 days')).toBeVisible();
    await inBothLooks(page, walk, 'dashboard-400-days', noFault(page));
    await sql`delete from restore_drill`.execute(database);
    await sql`update audit_seal_state set late = false`.execute(database);
    await making.rollback().execute();
  });

test('whoever may not see the dashboard begins with another screen', { tag: '@thorough' }, async ({ company, person, signedIn: page }) => {
  await officer(company, person, 'logs.view');
  await page.goto(`${person.origin}/disk/admin`);
  await expect(page).toHaveURL(/\/admin\/logs/);
  await page.goto(`${person.origin}/disk/admin/dashboard`);
  await expect(page.getByText('403')).toBeVisible();
});
