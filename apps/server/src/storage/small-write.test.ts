import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('a body that the system takes only the beginning of is not stored', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'small-write-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const script = `
    import { writeSmall } from ${JSON.stringify(import.meta.resolve('./small-write.ts'))};
    const manifest = { key: 'small', size: 100_000, etag: '', createdAt: '' };
    const object = { staged: 'staged', path: 'object', manifest, body: new Uint8Array(100_000), expected: {} };
    console.log(JSON.stringify(writeSmall([object])));`;
  // The system takes what fits, and refuses the rest when it is asked again.
  const limited = ['-c', 'ulimit -f 32 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script];
  const [done] = JSON.parse(execFileSync('sh', limited, { cwd: folder, encoding: 'utf8' })) as [{ outcome: string; code?: string }];
  assert.equal(done.outcome, 'failed');
  assert.equal(done.code, 'EFBIG');
  assert.deepEqual(readdirSync(folder), []);
});
