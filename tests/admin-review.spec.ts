/** Reviewers decide what goes outside: what they see, what they cannot decide, and that nothing of it runs in their session. */
import type { Page } from '@playwright/test';
import { calls } from '../packages/contract/src/index.ts';
import { links, officerOf, reviewOf, statusOf } from '../apps/server/src/outbound/outbound.test-support.ts';
import type { MadeLink } from '../apps/server/src/outbound/outbound.test-support.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { administrator, noFault, officer } from './admin.ts';
import { enter, expect, follow, test } from './company.ts';
import { inBothLooks, startWalk, walksOf } from './looks.ts';
import { pdfOf } from './pdfs.ts';

/** Rules are the whole company's: a word that nothing else contains keeps the other tests out of the queue. */
const word = '磐石计划';
async function watched(company: Company): Promise<void> {
  const admin = await administrator(company);
  const { rules } = await admin.call(calls.adminDlp.page, {});
  if (!rules.some(({ name }) => name === word))
    await admin.call(calls.adminDlp.create, { name: word, kind: 'keyword', value: word, action: 'review' });
}

interface Asked {
  by: Person;
  made: MadeLink;
  instanceId: string;
}

/** A folder with these files, whose link waits for a review. */
async function asks(company: Company, reviewer: Person, name: string, files: Record<string, string | Buffer<ArrayBuffer>>): Promise<Asked> {
  await watched(company);
  const by = await company.person();
  const { instanceId } = await by.folder(name);
  for (const [fileName, content] of Object.entries(files)) await by.uploads(content, fileName, instanceId);
  const made = await links(company, by, instanceId, { note: '发给媒体', permissions: ['preview', 'download'], visitLimit: 200 });
  await reviewOf(reviewer, { instanceId });
  return { by, made, instanceId };
}

/** Short, because a long name is cut in the middle. */
let made = 0;
const named = (what: string): string => `${what}${(made += 1)}`;
const rowOf = (page: Page, name: string) => page.getByRole('navigation', { name: /审核列表|Reviews/ }).getByRole('button', { name });
const address = ({ origin }: Person, name: string): string => `${origin}/disk/admin/reviews?keyword=${encodeURIComponent(name)}`;

for (const walk of walksOf('phone'))
  test(`a queue in which nothing waits says why, and leads to where that is changed (${walk.locale})`, async ({
    page,
    company,
    person,
  }) => {
    const zh = walk.locale === 'zh-CN';
    const admin = await officer(company, person, 'links.review', 'dlp.view', 'configuration.view');
    await watched(company);
    const { rules } = await admin.call(calls.adminDlp.page, {});
    const asking = rules.filter(({ action, enabled }) => action === 'review' && enabled);
    const turn = async (enabled: boolean): Promise<void> => {
      for (const { ruleId } of asking) await admin.call(calls.adminDlp.update, { ruleId, enabled });
    };
    await startWalk(page, person, walk);
    const title = (chinese: string, english: string) => page.getByRole('heading', { name: zh ? chinese : english, exact: true, level: 2 });
    const way = (chinese: string, english: string) => page.getByRole('link', { name: zh ? chinese : english, exact: true });
    // Loaded each time: a screen that was open a moment ago shows what it knew then.
    const queue = `${person.origin}/disk/admin/reviews`;
    // What another test asked for may arrive late.
    await expect(async () => {
      for (const { reviewId } of (await admin.call(calls.adminLink.page, { state: 'waiting' })).items)
        await admin.call(calls.adminLink.refuse, { reviewId, reason: 'of another test' });
      await page.goto(queue);
      await expect(title('都处理完了', 'All done')).toBeVisible({ timeout: 10_000 });
    }).toPass();
    try {
      await turn(false);
      await page.reload();
      await expect(title('没有要求人工审核的内容规则', 'No content rule asks for a review')).toBeVisible();
      await inBothLooks(page, walk, 'reviews-no-rule', noFault(page));
      await way('查看内容规则', 'Open content rules').click();
      await expect(page).toHaveURL(/contentRules$/);
      await admin.call(calls.adminConfiguration.update, { code: 'contentRules', value: false });
      await page.goto(queue);
      await expect(title('内容规则已整体停用', 'Content rules are switched off')).toBeVisible();
      await way('查看配置', 'Open the setting').click();
      await expect(page).toHaveURL(/configuration\?keyword=contentRules/);
      // Every link is reviewed, whatever the rules are.
      await admin.call(calls.adminConfiguration.update, { code: 'outboundReview', value: 'everything' });
      await page.goto(queue);
      await expect(title('都处理完了', 'All done')).toBeVisible();
    } finally {
      for (const code of ['contentRules', 'outboundReview'] as const) await admin.call(calls.adminConfiguration.update, { code });
      await turn(true);
    }
  });

for (const walk of walksOf('phone'))
  test(`a reviewer sees what would go outside, refuses with a reason, and approves (${walk.locale})`, async ({ page, company, person }) => {
    await officer(company, person, 'links.review');
    const zh = walk.locale === 'zh-CN';
    const stem = named('媒体');
    const first = await asks(company, person, `${stem} 一`, { '普通.txt': '可以公开', '通稿.txt': `关于${word}的通稿` });
    const second = await asks(company, person, `${stem} 二`, { '名单.txt': `${word}名单` });
    await startWalk(page, person, walk);
    const phone = page.viewportSize()!.width < 760;
    await page.goto(address(person, stem));
    await expect(rowOf(page, `${stem} 二`)).toBeVisible();
    await inBothLooks(page, walk, 'reviews', noFault(page));
    // At the width of a desktop the first review had opened.
    const back = page.getByRole('button', { name: zh ? '审核列表' : 'All reviews' });
    if (phone) await back.click();
    await rowOf(page, `${stem} 一`).click();
    // What the rules found comes first, and it can be read.
    const content = page.getByRole('region', { name: zh ? '本次外发的文件' : 'Files that would go outside' });
    await expect(content).toContainText(`关于${word}的通稿`);
    await page.getByRole('button', { name: '普通.txt', exact: true }).click();
    await expect(content).toContainText('可以公开');
    await page.getByRole('button', { name: zh ? '定位到「通稿.txt」' : 'Show “通稿.txt”' }).click();
    await expect(content).toContainText(`关于${word}的通稿`);
    for (const fact of zh
      ? ['2 个文件', '预览、下载，带水印', '最多 200 次', '发给媒体']
      : ['2 files', 'Preview, Download, watermarked', 'up to 200 visits', '发给媒体'])
      await expect(page.getByText(fact).first()).toBeVisible();
    await inBothLooks(page, walk, 'review', noFault(page));

    await page.getByRole('button', { name: zh ? '拒绝' : 'Refuse', exact: true }).click();
    const reason = page.getByRole('textbox', { name: zh ? '理由' : 'Reason' });
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    expect((await statusOf(first.by, first.made)).state).toBe('verifying');
    await reason.fill('含未公开的客户');
    await page.getByRole('button', { name: zh ? '拒绝' : 'Refuse', exact: true }).click();
    await expect(page.getByText(zh ? `已拒绝「${stem} 一」` : `Refused “${stem} 一”`)).toBeVisible();
    expect(await statusOf(first.by, first.made)).toMatchObject({ state: 'failed', reasonText: '含未公开的客户' });

    // The next in the line is open.
    await expect(content).toContainText(`${word}名单`);
    await expect(reason).toHaveValue('');
    await page.getByRole('button', { name: zh ? '通过' : 'Approve', exact: true }).click({ delay: 700 });
    await expect(page.getByText(zh ? `已通过「${stem} 二」` : `Approved “${stem} 二”`)).toBeVisible();
    expect((await statusOf(second.by, second.made)).state).toBe('valid');
    await expect(page.getByText(zh ? `没有找到「${stem}」` : `No results for “${stem}”`)).toBeVisible();

    await page.getByText(zh ? '已处理' : 'Decided', { exact: true }).click();
    await expect(rowOf(page, `${stem} 一`)).toContainText(zh ? '已拒绝' : 'Refused');
    await rowOf(page, `${stem} 一`).click();
    await expect(page.getByText('含未公开的客户')).toBeVisible();
    await expect(content).toContainText(zh ? '内容不再显示' : 'The content is no longer shown');
    await expect(page.getByRole('button', { name: zh ? '通过' : 'Approve', exact: true })).toHaveCount(0);
    await inBothLooks(page, walk, 'review-decided', noFault(page));
    if (phone) await back.click();
    await expect(rowOf(page, `${stem} 二`)).toBeVisible();
  });

test('what a reviewer cannot decide, or decides once however often they click', async ({ company, page }) => {
  const person = await (await officerOf(company)).reviewer();
  await person.call(calls.user.acknowledgeAgreement, {});
  await enter(page.context(), person);
  await watched(company);
  const approve = page.getByRole('button', { name: '通过', exact: true });

  await test.step('one’s own link is shown and cannot be decided, whatever key is pressed', async () => {
    const name = named('自己的');
    const { instanceId } = await person.folder(name);
    await person.uploads(word, 'a.txt', instanceId);
    const made = await links(company, person, instanceId);
    await reviewOf(person, { instanceId });
    await page.goto(address(person, name));
    await expect(page.getByText('这是你提交的外链')).toBeVisible();
    await expect(rowOf(page, name)).toContainText('你提交的');
    await expect(page.getByRole('button', { name: '通过' })).toHaveCount(0);
    await page.waitForTimeout(700);
    for (const key of ['a', 'r']) await page.keyboard.press(key);
    await expect(page.getByRole('textbox', { name: '理由' })).toHaveCount(0);
    expect((await statusOf(person, made)).state).toBe('verifying');
  });

  await test.step('a double click, and a key that is held, decide one review and not the next', async () => {
    const stem = named('连点');
    const asked = [];
    for (const n of ['一', '二', '三']) asked.push(await asks(company, person, `${stem} ${n}`, { 'a.txt': `${word}${n}` }));
    await follow(page, address(person, stem));
    await expect(page.getByText(`${word}一`)).toBeVisible();
    await page.waitForTimeout(700);
    await approve.dblclick({ delay: 150 });
    await expect(page.getByText(`${word}二`)).toBeVisible();
    await page.waitForTimeout(700);
    await page.keyboard.down('a');
    for (let n = 0; n < 20; n += 1) {
      await page.keyboard.down('a');
      await page.waitForTimeout(80);
    }
    await page.keyboard.up('a');
    await expect(page.getByText(`${word}三`)).toBeVisible();
    const states = await Promise.all(asked.map(async ({ by, made }) => (await statusOf(by, made)).state));
    expect(states).toEqual(['valid', 'valid', 'verifying']);
  });

  await test.step('what another reviewer decided, or what changed meanwhile, is said, and the buttons go', async () => {
    const other = await (await officerOf(company)).reviewer();
    const stem = named('两个人');
    const first = await asks(company, person, `${stem} 一`, { 'a.txt': word });
    const changed = await asks(company, person, `${stem} 二`, { 'b.txt': `${word}，第一版` });
    await follow(page, address(person, stem));
    await expect(rowOf(page, `${stem} 二`)).toBeVisible();
    await expect(approve).toBeVisible();
    const { reviewId } = await reviewOf(other, { instanceId: first.instanceId as never });
    await other.call(calls.adminLink.refuse, { reviewId, reason: '先不发' });
    // Not a click was made here: the one who decided is named, and the row has left the line.
    await expect(page.getByText(/已拒绝$/)).toBeVisible();
    await expect(page.getByText('先不发')).toBeVisible();
    await expect(approve).toHaveCount(0);
    await expect(rowOf(page, `${stem} 一`)).toHaveCount(0);

    await rowOf(page, `${stem} 二`).click();
    await expect(page.getByText(`${word}，第一版`)).toBeVisible();
    // A browser that hears nothing is told by the answer.
    await page.route('**/disk/api/events', (route) => route.abort());
    await changed.by.uploads(`${word}，第二版`, 'b.txt', changed.instanceId as never, 'version');
    await approve.click({ delay: 700 });
    expect((await statusOf(changed.by, changed.made)).state).toBe('verifying');
    await expect(page.getByText('审核已终止')).toBeVisible();
    await expect(page.getByText(`${word}，第一版`)).toHaveCount(0);
    await expect(rowOf(page, `${stem} 二`)).toBeVisible();
    await rowOf(page, `${stem} 二`).click();
    await expect(page.getByText(`${word}，第二版`)).toBeVisible();
  });
});

test(
  'nothing in what is reviewed runs in the reviewer’s session, or calls home',
  { tag: '@thorough' },
  async ({ company, person, signedIn: page }) => {
    await officer(company, person, 'links.review');
    const name = named('金丝雀');
    const canary = (from: string): string =>
      `top.document.title='owned';localStorage.setItem('owned','${from}');new Image().src='https://canary.example/${from}'`;
    await asks(company, person, name, {
      'a.html': `<title>${word}</title><script>${canary('script')}</script><img src=x onerror="${canary('onerror')}"><iframe srcdoc="<script>${canary('frame')}</script>"></iframe><link rel="stylesheet" href="https://canary.example/css"><p>第一页</p>`,
      'b.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" onload="${canary('onload')}"><script>${canary('svg')}</script><rect width="90" height="60" fill="#0b6e6e"/><image href="https://canary.example/svg.png"/></svg>`,
      'c.pdf': pdfOf(['canary'], { links: ["javascript:top.document.title='owned'"], script: "app.alert\\('owned'\\)" }),
      'd.md': `# ${word}\n\n<script>${canary('markdown')}</script><img src=x onerror="${canary('md')}"> ![x](https://canary.example/md.png) [外](javascript:top.document.title='owned')`,
    });
    const outside: string[] = [];
    page.on('request', (request) => void (request.url().includes('canary.example') && outside.push(request.url())));
    page.on('dialog', () => outside.push('dialog'));
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await page.goto(address(person, name));
    const content = page.getByRole('region', { name: '本次外发的文件' });
    const open = (file: string) => content.getByRole('button', { name: new RegExp(`^${file}`) }).click();
    await open('a.html');
    await expect(content.frameLocator('iframe').getByText('第一页')).toBeVisible();
    await open('b.svg');
    await expect(content.locator('img[data-ready]')).toBeVisible({ timeout: 60_000 }); // it is drawn again, as slowly as need be
    await open('c.pdf');
    await expect(content.locator('canvas').first()).toBeVisible();
    await open('d.md');
    await expect(content.getByRole('heading', { name: word })).toBeVisible();
    await page.waitForTimeout(500);
    expect(outside).toEqual([]);
    expect(downloads).toEqual([]);
    expect(await page.title()).not.toContain('owned');
    expect(await page.evaluate(() => localStorage.getItem('owned'))).toBe(null);
  },
);

test('the entry of the menu counts what waits, as it comes, and the notice leads to it', async ({ company, person, signedIn: page }) => {
  await officer(company, person, 'links.review');
  await page.goto('/disk/admin/reviews');
  const entry = page.getByRole('link', { name: /外发审核/ });
  await expect(entry).toBeVisible();
  await expect(page.getByText(/^待审核/)).toBeVisible();
  const counts = () =>
    expect
      .poll(async () => {
        const { waiting } = await person.call(calls.adminLink.page, { state: 'waiting' });
        return Number((await entry.innerText()).replace(/\D/g, '')) - waiting;
      })
      .toBe(0);
  await counts();
  await asks(company, person, named('刚来的'), { 'a.txt': word });
  await counts();

  // The notice leads to it, from anywhere.
  await follow(page, '/disk/personalFile');
  await expect(page.getByRole('heading', { name: '个人文件', exact: true, level: 1 })).toBeVisible(); // the area has a bell of its own
  await page.getByRole('button', { name: /^通知/ }).click();
  await page.getByRole('button', { name: '去审核' }).first().click();
  await expect(page).toHaveURL(/\/disk\/admin\/reviews\?review=/);
  await expect(page.getByRole('button', { name: '通过', exact: true })).toBeVisible();
});
