import { createRequire } from 'node:module';
import type sharpModule from 'sharp';
import { expect, test } from './company.ts';

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp') as typeof sharpModule;

/** A handwritten PDF with one line of text. */
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n' +
    '4 0 obj<</Length 44>>stream\nBT /F1 24 Tf 40 100 Td (Hello Alcove) Tj ET\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);

test('pictures, texts, documents, sound and films are shown', async ({ signedIn: page, person }) => {
  test.slow();
  await test.step('a picture, a text and a PDF are shown; a script inside a file never runs', async () => {
    const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#2f6f73' } })
      .png()
      .toBuffer();
    await person.uploads(Buffer.from(picture), '图.png');
    await person.uploads('<script>document.title = "owned"</script>\n第二行', '页面.xml');
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

    await page.getByRole('row').filter({ hasText: '页面.xml' }).dblclick();
    await expect(page.getByRole('dialog').getByText('第二行')).toBeVisible();
    expect(await page.title()).not.toContain('owned');
    await page.keyboard.press('Escape');

    await page.getByRole('row').filter({ hasText: '文档.pdf' }).dblclick();
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  });

  await test.step('sound and video play from signed links, and can be wound', async () => {
    await page.keyboard.press('Escape');
    const recorded = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      const drawing = canvas.getContext('2d')!;
      const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
      const pieces: Blob[] = [];
      recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
      recorder.start();
      for (let frame = 0; frame < 25; frame += 1) {
        drawing.fillStyle = `hsl(${frame * 14} 60% 50%)`;
        drawing.fillRect(0, 0, canvas.width, canvas.height);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
      recorder.stop();
      await stopped;
      return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
    });
    await person.uploads(Buffer.from(recorded), '录像.webm');
    await person.uploads(wav(), '录音.wav');
    for (const [name, tag] of [
      ['录像.webm', 'video'],
      ['录音.wav', 'audio'],
    ] as const) {
      await page.getByRole('row').filter({ hasText: name }).dblclick();
      const media = page.getByRole('dialog').locator(tag);
      await expect(media).toBeVisible();
      await media.evaluate((element: HTMLMediaElement) => {
        element.muted = true;
        return element.play();
      });
      await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0.2);
      await media.evaluate((element: HTMLMediaElement) => {
        element.currentTime = 0.1;
      });
      await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.error)).toBeNull();
      await page.keyboard.press('Escape');
    }
  });
});

/** One second of a tone, as PCM in a WAV file. */
function wav(): Buffer<ArrayBuffer> {
  const rate = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + rate, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate, 40);
  return Buffer.concat([head, Buffer.from(Array.from({ length: rate }, (_, n) => 128 + Math.round(60 * Math.sin(n / 3))))]);
}
