import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const source = JSON.stringify(new URL('./kept-code.ts', import.meta.url).href);

test('a file runs as it is now: after a change of the same length, and although what was kept is damaged', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-kept-code-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'server.js');
  const kept = join(folder, 'kept');
  const run = (): string => {
    const program = `const { runWithKeptCode } = await import(${source}); runWithKeptCode(${JSON.stringify(file)}, ${JSON.stringify(kept)}, 'loaded');`;
    return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }).trim();
  };
  const says = (word: string): void =>
    writeFileSync(
      file,
      `const say = () => require('node:fs').writeSync(1, '${word}'); say(); exports.own = module === require(__filename);`,
    );
  says('first');
  assert.deepEqual([run(), run()], ['first', 'first']);
  assert.equal(readdirSync(kept).length, 1);
  says('later');
  assert.equal(run(), 'later');
  for (const name of readdirSync(kept)) truncateSync(join(kept, name), 100);
  assert.equal(run(), 'later');
});
