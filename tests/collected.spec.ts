import { expect, test } from './company.ts';
import { MiB, arrivedWhole, choose, fileOf } from './uploading.ts';

// Browsers collect garbage whenever they like, and certainly during large files. A stream that a worker awaits must survive that.
test('the workers read on however often the browser collects what nothing holds', async ({ signedIn: page, person }) => {
  const collecting: string[] = [];
  page.on('worker', (worker) => {
    const begun = worker.evaluate(() => void setInterval((globalThis as unknown as { gc(): void }).gc, 10));
    begun.then(
      () => collecting.push(/(hash|file)-worker/.exec(worker.url())?.[1] ?? ''),
      () => {}, // the worker had already ended
    );
  });
  const file = fileOf('回收.bin', 24 * MiB);
  await page.goto('/disk/personalFile');
  await choose(page, file);
  await arrivedWhole(page, person, file);
  expect(collecting).toEqual(expect.arrayContaining(['file', 'hash']));
});
