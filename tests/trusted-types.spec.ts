/** Code may use text as markup or script by mistake. The browser must refuse that before anything runs, wherever the text comes from. */
import type { Page } from '@playwright/test';
import { expect, test } from './company.ts';
import { choose, fileOf, rowOf } from './uploading.ts';

/** Tries each way from a string to a script, and returns the browser's reactions. */
const tried = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const outcomes: Record<string, string> = {};
    const attempt = (name: string, act: () => unknown): void => {
      try {
        act();
        outcomes[name] = 'let through';
      } catch (error) {
        outcomes[name] = error instanceof TypeError ? 'refused' : String(error);
      }
    };
    const evil = `<img src=x onerror="document.title = 'owned'">`;
    const element = document.createElement('div');
    const script = document.createElement('script');
    attempt('markup', () => (element.innerHTML = evil));
    attempt('markup that begins like a character', () => (element.innerHTML = `&amp;${evil}`));
    attempt('markup beside', () => document.body.insertAdjacentHTML('beforeend', evil));
    attempt('a parsed page', () => new DOMParser().parseFromString(evil, 'text/html'));
    attempt('a frame', () => (document.createElement('iframe').srcdoc = evil));
    attempt('a script from elsewhere', () => (script.src = 'https://evil.example/x.js'));
    attempt('a script of ours that is no part of the page', () => (script.src = '/storage/alcove/uploaded.js'));
    attempt('a way out of the folder of scripts', () => (script.src = '/disk/assets/%2e%2e/api/docs/json'));
    attempt('the text of a script', () => (script.text = `document.title = 'owned'`));
    attempt('a worker', () => new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))));
    attempt('another policy', () =>
      (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes.createPolicy(
        'mine',
        {
          createHTML: (text: string) => text,
        },
      ),
    );
    await new Promise((done) => setTimeout(done, 200));
    outcomes['title'] = document.title;
    return outcomes;
  });

test('no text becomes markup or a script, and nobody can make a policy that lets it', async ({ signedIn }) => {
  const page = await signedIn.context().newPage(); // not the test's own, on which nothing may be refused
  for (const path of ['/disk/signIn', '/disk/personalFile']) {
    await page.goto(path);
    await expect(page).toHaveTitle(/云阁/);
    const { title, ...outcomes } = await tried(page);
    expect(title).toMatch(/云阁/);
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'refused')).toEqual([]);
  }
});

test('what needs a policy has one: characters by name, a change of colors, a page in its frame, a large upload', async ({
  signedIn: page,
  person,
}) => {
  await person.uploads('# A &copy; B\n\n&amp;&nbsp;&hellip; &nosuch;\n', 'names.md');
  await person.uploads('<h1>inside</h1>', 'page.html');
  await page.goto('/disk/personalFile');
  const dialog = page.getByRole('dialog');
  await rowOf(page, 'names.md').dblclick();
  await expect(dialog.getByRole('heading', { name: 'A © B' })).toBeVisible();
  await expect(dialog.getByText('…')).toContainText('&nosuch;');
  await page.keyboard.press('Escape');
  await rowOf(page, 'page.html').dblclick();
  await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'inside' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '账号' }).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await choose(page, fileOf('large.bin', 9 * 1024 * 1024));
  await expect(rowOf(page, 'large.bin')).toBeVisible();
});
