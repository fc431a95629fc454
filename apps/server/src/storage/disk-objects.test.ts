import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenFiles, FolderSync } from './disk-files.ts';
import { diskLayout } from './disk-layout.ts';
import { DiskObjects } from './disk-objects.ts';

test('beyond its limit, objects are forgotten that were not used again', async () => {
  const files = new OpenFiles(1);
  // Each counts as two: itself and its bytes.
  const objects = new DiskObjects(diskLayout('/nowhere', 'main'), files, new FolderSync(files), 8);
  const adopt = (n: number): void =>
    objects.adopt(`${n}`, { key: `${n}`, size: 1, etag: `"${n}"`, createdAt: '' }, { inode: n, size: 1, modified: n, changed: n });
  /** What is forgotten has to be looked for on the disk. */
  const isKnown = (n: number): boolean => {
    const found = objects.find(`${n}`);
    if (found instanceof Promise) found.catch(() => {});
    return !(found instanceof Promise);
  };
  adopt(0);
  for (let n = 1; n < 40; n++) {
    assert.ok(isKnown(0));
    adopt(n);
  }
  assert.deepEqual([39, 38, 37, 36, 35, 1].map(isKnown), [true, true, true, false, false, false]);
  // Not used any more, it goes like any other.
  for (let n = 40; n < 48; n++) adopt(n);
  assert.deepEqual([47, 46, 45, 44, 43, 0].map(isKnown), [true, true, true, true, false, false]);
});
