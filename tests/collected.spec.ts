import { expect, test } from './company.ts';
import { MiB, arrivedWhole, choose, fileOf } from './uploading.ts';

// Browsers collect garbage whenever they like, and certainly during large files. A stream that a worker awaits must survive that.
test('the workers read on however often the browser collects what nothing holds', async ({ signedIn: page, person }) => {
  const collecting: string[] = [];
  // From its first line on: a worker may have ended before anybody could reach it.
  await page.route(/(hash|file)-worker/, async (route) => {
    const answer = await route.fetch();
    collecting.push(/(hash|file)-worker/.exec(route.request().url())![1]!);
    await route.fulfill({ response: answer, body: `gc(); setInterval(gc, 10);\n${await answer.text()}` });
  });
  const file = fileOf('回收.bin', 24 * MiB);
  await page.goto('/disk/personalFile');
  await choose(page, file);
  await arrivedWhole(page, person, file);
  expect(collecting).toEqual(expect.arrayContaining(['file', 'hash']));
});
