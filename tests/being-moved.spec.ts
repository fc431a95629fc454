/** While the system is moved, the sheet says so, reads go on, and a change that somebody tries meanwhile is made when changes go on. */
import pg from 'pg';
import { holdChanges, letChangesGo } from '../apps/server/src/relocation/index.ts';
import { eventsPath } from '../packages/contract/src/index.ts';
import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';
import { inBothLooks, startWalk, walks } from './looks.ts';
import { leaveWaiting } from './uploading.ts';

const words = {
  'zh-CN': {
    strip: '系统正在迁移，查看和下载不受影响，大约一分钟后可以继续修改和上传。',
    create: '新建文件夹',
    name: '名称',
  },
  'en-US': {
    strip: 'The system is being moved. You can view and download as usual; changes work again in about a minute.',
    create: 'New folder',
    name: 'Name',
  },
} as const;

for (const walk of walks)
  test(`changes wait while the system is moved: ${walk.locale}`, async ({ page, person, company }) => {
    const text = words[walk.locale];
    await person.folder('kept');
    await startWalk(page, person, walk);
    const listens = page.waitForResponse((answer) => answer.url().endsWith(eventsPath) && answer.status() === 200);
    // In one language, the page hears nothing until the hold has begun: what it asked before is out of date.
    const heardLate = walk.locale === 'en-US';
    const hear = heardLate ? await leaveWaiting(page, `*${eventsPath}`) : () => {};
    await page.goto('/disk/personalFile');
    if (!heardLate) await listens;
    await expect(page.getByText('kept').first()).toBeVisible();
    const command = new pg.Client({ connectionString: company.databaseUrl });
    await command.connect();
    const strip = page.getByRole('status').filter({ hasText: text.strip });
    try {
      await holdChanges(command as unknown as pg.PoolClient);
      await hear();
      await expect(strip).toBeVisible();
      await inBothLooks(page, walk, 'being-moved', async () => {
        await expect(strip).toBeVisible();
        expect(await everyFault(page)).toEqual([]);
      });
      await page.reload();
      await expect(page.getByText('kept').first(), 'reads go on').toBeVisible();
      let refused = 0;
      page.on('response', (answer) => void (refused += Number(answer.status() === 503)));
      await page.getByRole('button', { name: text.create }).first().click();
      await page.getByRole('textbox', { name: text.name }).fill('made meanwhile');
      await page.keyboard.press('Enter');
      // More often than other failures are tried again, because a move holds changes for up to a minute.
      await expect.poll(() => refused).toBeGreaterThanOrEqual(walk.locale === 'zh-CN' ? 6 : 1);
      await expect(page.getByText('made meanwhile').first()).toBeHidden();
    } finally {
      await letChangesGo(command as unknown as pg.PoolClient);
      await command.end();
    }
    await expect(page.getByText('made meanwhile').first()).toBeVisible();
    await expect(strip).toBeHidden();
  });
