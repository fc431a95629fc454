import assert from 'node:assert/strict';
import { mkdtempSync, readlinkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OpenFiles } from './disk-files.ts';

/** How many files of a folder this process has open. */
const openIn = (folder: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false; // the listing itself
    }
  }).length;

test('beyond its limit, files are closed that are neither in use nor used again', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'open-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = new OpenFiles(3);
  t.after(() => files.closeAll());
  const path = (n: number): string => join(folder, String(n));
  const open = async (n: number) => {
    writeFileSync(path(n), '');
    return files.acquire(path(n));
  };
  const inUse = await open(0);
  const usedAgain = await open(1);
  files.release(usedAgain);
  for (let n = 2; n < 40; n++) {
    files.release(await open(n));
    assert.equal(files.acquire(path(1)), usedAgain);
    files.release(usedAgain);
  }
  assert.equal(files.acquire(path(0)), inUse);
  // They are closed by a thread.
  for (let tries = 0; openIn(folder) > 3 && tries < 100; tries++) await sleep(50);
  assert.equal(openIn(folder), 3);
});
