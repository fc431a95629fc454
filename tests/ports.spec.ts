import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { scratch } from './choosing.ts';
import { expect, test } from './company.ts';
import type { Hands, SuitePage, SuitePerson } from './ports/hands.ts';
import { portsSuite } from '../packages/transfer/src/ports.suite.ts';

const root = resolve(import.meta.dirname, '..');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
const folder = mkdtempSync(join(tmpdir(), 'alcove-ports-'));

test.setTimeout(120_000);
test.beforeAll(() => {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = ['--config', join(root, 'apps/web/vite.config.ts'), '--base', '/disk/ports/', '--outDir', folder, '--logLevel', 'error'];
  execFileSync(process.execPath, [vite, 'build', join(root, 'tests/ports'), ...options], { cwd: root });
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the suite of the fakes (packages/transfer/src/ports.test.ts) in a page of a real Alcove, with its origin and CSP. */
test("a browser's own ports do what the engine counts on", async ({ signedIn: page, company, person }) => {
  const policy = (await fetch(`${company.origin}/disk/signIn`)).headers.get('content-security-policy') ?? '';
  await page.route(`${company.origin}/disk/ports/**`, async (route) => {
    const file = join(folder, new URL(route.request().url()).pathname.slice('/disk/ports/'.length) || 'index.html');
    if (!existsSync(file)) return route.fulfill({ status: 404 });
    const contentType = types[extname(file)] ?? 'application/octet-stream';
    await route.fulfill({ body: readFileSync(file), contentType, headers: { 'content-security-policy': policy } });
  });
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
