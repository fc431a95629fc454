import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';
import { pdfOf } from './pdfs.ts';

test('a document is read, searched, unlocked and read on after a fault', async ({ signedIn: page, person, context }) => {
  test.slow();
  await test.step('a document is searched, copied from and leafed through; a locked one asks for its password', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const lines = Array.from({ length: 300 }, (_, n) => (n % 100 === 49 ? `Quarterly figures ${n + 1}` : `Page line ${n + 1}`));
    await person.uploads(pdfOf(lines, { links: ['https://example.com/', 'javascript:alert(1)', 'file:///etc/passwd'] }), '报告.pdf');
    await person.uploads(pdfOf(['Kept secret'], { password: 'alcove' }), '加密.pdf');
    await person.uploads('%PDF-1.4 and nothing of one', '损坏.pdf');
    await page.goto('/disk/personalFile');
    const dialog = page.getByRole('dialog');
    const open = async (name: string) => page.getByRole('row').filter({ hasText: name }).dblclick();

    await open('报告.pdf');
    await expect(dialog.getByText('Page line 1', { exact: true })).toBeVisible();
    await expect(dialog.getByLabel('页码')).toHaveValue('1');
    expect(await everyFault(page, '[data-preview]')).toEqual([]);

    const link = dialog.locator('.annotationLayer a[href]');
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute('href', 'https://example.com/');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);

    await dialog.getByText('Page line 1', { exact: true }).dblclick();
    await page.keyboard.press('ControlOrMeta+c');
    expect(['Page', 'line', '1']).toContain((await page.evaluate(() => navigator.clipboard.readText())).trim());

    await page.keyboard.press('ControlOrMeta+f');
    const field = dialog.getByRole('textbox', { name: '在文档中查找' });
    await expect(field).toBeFocused();
    await field.fill('quarterly FIGURES');
    await expect(dialog.getByRole('status')).toHaveText('1 / 3');
    await expect(dialog.locator('.textLayer .highlight.selected')).toHaveText('Quarterly figures');
    await field.press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('2 / 3');
    await expect(dialog.getByLabel('页码')).toHaveValue('150');
    await field.press('Shift+Enter');
    await expect(dialog.getByLabel('页码')).toHaveValue('50');
    await field.press('Escape');
    await expect(field).toBeHidden();

    await dialog.getByLabel('页码').fill('300');
    await dialog.getByLabel('页码').press('Enter');
    await expect(dialog.getByText('Page line 300', { exact: true })).toBeInViewport();
    await expect(dialog.getByRole('button', { name: '第 300 页' })).toBeVisible();
    expect(await dialog.locator('canvas').count()).toBeLessThan(40);
    await page.keyboard.press('Escape');

    await open('加密.pdf');
    const password = dialog.getByLabel('密码', { exact: true });
    await password.fill('wrong');
    await password.press('Enter');
    await expect(dialog.getByText('密码错误，请重试')).toBeVisible();
    await password.fill('alcove');
    await password.press('Enter');
    await expect(dialog.getByText('Kept secret')).toBeVisible();
    await page.keyboard.press('Escape');

    await open('损坏.pdf');
    await expect(dialog.getByText('这份 PDF 打开失败，可能已损坏')).toBeVisible();
  });

  await test.step('a part of a large document that does not come is told, and another try goes on at the same page', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `Page line ${n + 1}`);
    const ballast = 300_000;
    const ahead = 40 * ballast;
    await person.uploads(pdfOf(lines, { ballast }), '大.pdf');
    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: '大.pdf' }).dblclick();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Page line 1', { exact: true })).toBeVisible();
    const parts = (url: URL): boolean => url.pathname !== '/' && !url.pathname.startsWith('/disk');
    // Only what is far ahead: small pictures of the first pages may still be loading, and would fail before the jump.
    const isAhead = (range = ''): boolean => Number(/^bytes=(\d+)-/.exec(range)?.[1] ?? 0) > ahead;
    await page.route(parts, (route) => (isAhead(route.request().headers()['range']) ? route.abort() : route.continue()));
    await dialog.getByLabel('页码').fill('50');
    await dialog.getByLabel('页码').press('Enter');
    const failed = dialog.getByRole('alert');
    await expect(failed).toContainText('网络已断开，或链接已过期');
    await page.unroute(parts);
    await failed.getByRole('button', { name: '重试' }).click();
    await expect(dialog.getByText('Page line 50', { exact: true })).toBeInViewport();
    await expect(dialog.getByLabel('页码')).toHaveValue('50');
  });
});
