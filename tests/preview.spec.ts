import { createRequire } from 'node:module';
import type sharpModule from 'sharp';
import { expect, test } from './company.ts';

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp') as typeof sharpModule;

/** A page with one line of text, written by hand. */
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n' +
    '4 0 obj<</Length 44>>stream\nBT /F1 24 Tf 40 100 Td (Hello Alcove) Tj ET\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);

test('a picture, a text and a PDF are shown; a script inside a file never runs', async ({ signedIn: page, person }) => {
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#2f6f73' } })
    .png()
    .toBuffer();
  await person.uploads(Buffer.from(picture), '图.png');
  await person.uploads('<script>document.title = "owned"</script>\n第二行', '页面.html');
  await person.uploads(pdf, '文档.pdf');
  await page.goto('/disk/personalFile');

  await page.getByRole('row').filter({ hasText: '图.png' }).dblclick();
  await expect(page.getByRole('dialog').locator('img').first()).toBeVisible();
  await expect
    .poll(() =>
      page
        .getByRole('dialog')
        .locator('img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(640);
  await page.keyboard.press('Escape');

  await page.getByRole('row').filter({ hasText: '页面.html' }).dblclick();
  await expect(page.getByRole('dialog').getByText('第二行')).toBeVisible();
  expect(await page.title()).not.toContain('owned');
  await page.keyboard.press('Escape');

  await page.getByRole('row').filter({ hasText: '文档.pdf' }).dblclick();
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible({ timeout: 20_000 });
});
