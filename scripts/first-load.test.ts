import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { dist, fileOf, namedIn, startOf, wireBytes, withImports } from './built-pages.ts';

/** What the first load of the list of files may fetch: each file costs a round trip when six connections are busy, and each byte time. */
const most = { files: 14, bytes: 420_000 };

let named: string[];
before(() => {
  assert.ok(existsSync(dist), 'the web app is built before the tests run');
  named = namedIn(readFileSync(fileOf('index.html'), 'utf8'));
});

/** The files that the first script of the page requests for a screen, beside those that the page names. */
function fetchedAhead(language: string, screen: string): string[] {
  const first = named.find((address) => address.includes('before-paint'));
  assert.ok(first, 'the page begins with the script that fetches ahead');
  const table = /\{"zh-CN":.*\}(?=\);)/.exec(readFileSync(fileOf(first), 'utf8'))?.[0] ?? '{}';
  const files = (JSON.parse(table) as Record<string, Record<string, string[]>>)[language]?.[screen] ?? [];
  return files.map((file) => `/disk/${file}`);
}

const scriptsOf = (addresses: string[]): string[] => addresses.filter((address) => address.endsWith('.js'));

test('the list of files comes with few scripts, which the browser hears of at once', () => {
  for (const language of ['zh-CN', 'en-US']) {
    const scripts = new Set([...startOf('index.html'), ...scriptsOf(fetchedAhead(language, 'personalFile'))]);
    for (const part of ['PersonalFilePage', `all-texts.${language}`])
      assert.ok(
        [...scripts].some((address) => address.includes(part)),
        `${part} is not fetched ahead`,
      );
    assert.deepEqual(withImports(scripts), scripts, 'they import nothing that the browser hears of later');
    const weights = [...scripts].map((address) => `${wireBytes(address)} ${address}`);
    const bytes = [...scripts].reduce((sum, address) => sum + wireBytes(address), 0);
    assert.ok(scripts.size <= most.files && bytes < most.bytes, `${scripts.size} files, ${bytes} bytes:\n${weights.join('\n')}`);
  }
});

test('no screen that people come to first waits for code that nobody fetched ahead', () => {
  for (const screen of ['', 'personalFile', 'groupFile', 'departmentFile', 'fileShare', 'signIn', 'admin']) {
    const ahead = fetchedAhead('zh-CN', screen);
    assert.ok(ahead.length > 3, `${screen} has its files`);
    const all = new Set([...startOf('index.html'), ...scriptsOf(ahead)]);
    assert.deepEqual(withImports(all), all, screen);
  }
  // Administration and previews are in none of the others.
  for (const file of fetchedAhead('zh-CN', 'personalFile')) assert.doesNotMatch(file, /admin|viewer|Pdf|Preview|background/i);
});
