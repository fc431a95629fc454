import type { Page } from '@playwright/test';
import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';

const open = async (page: Page, name: string): Promise<void> => page.getByRole('row').filter({ hasText: name }).dblclick();
const faults = (page: Page): Promise<string[]> => everyFault(page, '[data-preview]');

test('source, Markdown and tables are shown as they are meant', async ({ signedIn: page, person }) => {
  test.slow();
  await test.step('source is colored whatever its encoding; a wrong guess is put right by hand', async () => {
    const source = 'function greet(name: string): string {\n  return `Hello ${name}`; // <b>greeting</b>\n}\n'.repeat(4000);
    await person.uploads(source, 'long.ts');
    // 會議紀錄 as Big5.
    await person.uploads(Buffer.from('t3zEs6z2v/0K', 'base64'), '繁體.txt');
    await page.goto('/disk/personalFile');

    await open(page, 'long.ts');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('[data-token="keyword"]').first()).toHaveText('function');
    await expect(dialog.locator('[data-token="comment"]').first()).toHaveText('// <b>greeting</b>');
    const paper = dialog.getByRole('document');
    await paper.press('End');
    await expect(
      dialog.locator('[data-number="11999"] [data-token="comment"]').or(dialog.locator('[data-number="11998"] [data-token="comment"]')),
    ).toBeVisible();
    expect(await paper.evaluate((element) => element.textContent.split('Hello').length - 1)).toBe(4000);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await open(page, '繁體.txt');
    const encoding = dialog.getByLabel('文字编码');
    await expect(dialog.getByText('會議紀錄')).toBeVisible();
    await expect(encoding).toHaveValue('Big5');
    await encoding.selectOption('GB18030');
    await expect(dialog.getByText('會議紀錄')).toBeHidden();
    await encoding.selectOption('Big5');
    await expect(dialog.getByText('會議紀錄')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('Markdown and tables are shown as they are meant, and as they were written; nothing is fetched from elsewhere', async () => {
    await person.uploads(
      '# 说明\n\n| 名 | 值 |\n|---|---|\n| 一 | 1 |\n\n[外](https://example.com/) [内](../x.md) ![图](https://example.com/p.png) <b onclick="1">标记</b>\n\n```ts\nconst a = 1;\n```\n',
      '说明.md',
    );
    const rows = Array.from({ length: 20_000 }, (_, n) => `${n},"王, ${n} 号",${n * 1.5}`);
    await person.uploads(`编号,"姓名, 号",金额\n${rows.join('\n')}\n`, '名单.csv');
    const outside: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('example.com')) outside.push(request.url());
    });
    await open(page, '说明.md');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: '说明' })).toBeVisible();
    await expect(dialog.getByRole('cell', { name: '一' })).toBeVisible();
    await expect(dialog.getByRole('link')).toHaveCount(1);
    await expect(dialog.getByRole('link', { name: '外' })).toHaveAttribute('rel', /noopener/);
    await expect(dialog.locator('article img')).toHaveCount(0);
    await expect(dialog.locator('article b')).toHaveCount(0);
    await expect(dialog.locator('pre [data-token="keyword"]')).toHaveText('const');
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: '源码' }).click();
    await expect(dialog.getByText('# 说明')).toBeVisible();
    await page.keyboard.press('Escape');

    await open(page, '名单.csv');
    await expect(dialog.getByRole('status')).toHaveText('20,000 行 × 3 列');
    await expect(dialog.getByRole('columnheader', { name: '姓名, 号' })).toBeVisible();
    await expect(dialog.getByRole('cell', { name: '王, 0 号' })).toBeVisible();
    expect(await faults(page)).toEqual([]);
    // Under load Chromium may drop a scroll key while it is still laying out the page.
    await expect(async () => {
      await dialog.locator('[data-table]').press('End');
      await expect(dialog.getByRole('cell', { name: '王, 19999 号' })).toBeVisible();
    }).toPass();
    expect(await dialog.getByRole('row').count()).toBeLessThan(80);
    expect(outside).toEqual([]);
  });
});

test('a hostile page is shown, and can do nothing', { tag: '@thorough' }, async ({ signedIn: page, person, context }) => {
  const origin = 'http://hostile.example';
  await person.uploads(
    `<!doctype html><html><head><meta charset="gbk"><base href="${origin}/"><title>t</title>
    <meta http-equiv="refresh" content="0;url=${origin}/refresh">
    <link rel="stylesheet" href="${origin}/style.css"><link rel="prefetch" href="${origin}/prefetch"><script src="${origin}/script.js"></script>
    <script>top.document.title = 'owned'; top.location = '${origin}/top'; new Image().src = '${origin}/by-script';</script>
    <style>@import url(${origin}/import.css); body { background: url(${origin}/background.png) } h1 { color: rgb(200, 0, 0) } #far { margin-top: 4000px }</style></head>
    <body onload="top.document.title = 'owned'"><h1>报告</h1><img src="${origin}/image.png" onerror="top.document.title = 'owned'">
    <img src="/disk/favicon.svg"><video src="${origin}/video.mp4" autoplay></video><object data="${origin}/object"></object><iframe src="${origin}/frame"></iframe>
    <svg><a xlink:href="javascript:top.document.title='owned'"><text y="20">drawn</text></a><image href="${origin}/svg.png"/></svg>
    <noscript><p title="</noscript><script>top.document.title='owned'</script><meta http-equiv=refresh content='0;url=${origin}/noscript'>"></p></noscript>
    <script src="/disk/page-keys.js" onload="top.document.title = 'owned'"></script>
    <form action="${origin}/form" target="_top"><button>send</button></form>
    <a href="${origin}/link" target="_top" ping="${origin}/ping">away</a> <a href="javascript:top.document.title='owned'">run</a> <a href="#far">down</a>
    <p id="far">第二行</p></body></html>`,
    '页面.html',
  );
  const asked: string[] = [];
  await context.route(`${origin}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: '' });
  });
  await page.goto('/disk/personalFile');
  await open(page, '页面.html');
  const dialog = page.getByRole('dialog');
  const frame = dialog.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: '报告' })).toHaveCSS('color', 'rgb(200, 0, 0)');
  for (const name of ['away', 'run', 'drawn']) await frame.getByText(name).click();
  await frame.getByRole('button', { name: 'send' }).click();
  await frame.getByText('down').click();
  await expect(frame.getByText('第二行')).toBeInViewport();
  expect(asked).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  expect(page.url()).toMatch(/\/disk\/personalFile/);
  expect(await page.title()).toBe('个人文件 · 云阁');
  expect(await frame.locator('html').evaluate((element) => element.ownerDocument.defaultView!.origin)).toBe('null');
  await dialog.getByRole('button', { name: '源码' }).click();
  await expect(dialog.getByText("top.document.title = 'owned'; top.location", { exact: false })).toBeVisible();

  // The frame has the focus: keys scroll it, and the viewer still gets its own keys.
  await dialog.getByRole('button', { name: '排版' }).click();
  await frame.getByRole('heading', { name: '报告' }).click();
  await page.keyboard.press('End');
  await expect(frame.getByText('第二行')).toBeInViewport();
  // A page that is shown anew passes keys on from the moment its script has run, which nothing on it tells.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 1000 });
  }).toPass();
  expect(asked).toEqual([]);
});
