import { createHash } from 'node:crypto';
import { appendFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveBuilt } from './built-page.ts';
import { scratch } from './choosing.ts';
import { expect, test } from './company.ts';
import type { Hands, SuitePage, SuitePerson } from './ports/hands.ts';
import { portsSuite } from '../packages/transfer/src/ports.suite.ts';

let stopServing: (() => void) | undefined;
test.setTimeout(120_000);
test.beforeAll(async ({ company }) => {
  stopServing = await serveBuilt('ports', company);
});
test.afterAll(() => stopServing?.());

/** Runs the suite of the fakes (packages/transfer/src/ports.test.ts) in a page of a real Alcove, with its origin and CSP. */
test("a browser's own ports do what the engine counts on", async ({ signedIn: page, person }) => {
  await page.route('**/storage/dead', (route) => route.abort('connectionrefused'));
  await page.route('**/storage/silent', () => {});

  const hands: Hands = {
    async pickFile(name, bytes) {
      const path = join(scratch('ports'), name);
      writeFileSync(path, Buffer.from(bytes, 'base64'));
      await page.locator('input').setInputFiles(path);
      return path;
    },
    changeFile: async (path) => appendFileSync(path, 'more'),
    removeFile: async (path) => unlinkSync(path),
    digest: async (algorithm, bytes) => createHash(algorithm).update(Buffer.from(bytes, 'base64')).digest('hex'),
    setOnline: (online) => page.context().setOffline(!online),
  };
  for (const [name, hand] of Object.entries(hands)) await page.exposeFunction(name, hand);
  const { userId, rootId } = person;
  await page.addInitScript((whose: SuitePerson) => Object.assign(window, { person: whose }), { userId, rootId });
  await page.goto('/disk/ports/');
  await page.waitForFunction(() => 'suite' in window);

  for (const { name } of portsSuite())
    await test.step(name, async () => {
      const fault = await page.evaluate(
        (one) =>
          (window as unknown as { suite: SuitePage }).suite.run(one).then(
            () => null,
            (error: unknown) => String(error),
          ),
        name,
      );
      expect.soft(fault, name).toBeNull();
    });
});
