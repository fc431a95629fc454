/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArchiveEntry } from '@alcove/contract';
import { archiveTree, foldersTo } from './archive-tree.ts';

const entry = (path: string, folder = false): ArchiveEntry => ({ path, size: 2, modifiedAt: null, folder, locked: false });
const names = (tree: ReturnType<typeof archiveTree>, path: string) => tree.folders.get(path)?.rows.map(({ name }) => name);

test('folders stand first, with those that the archive does not name, and each file keeps its place', () => {
  const tree = archiveTree(
    { entries: [entry('b10.txt'), entry('d/e/f.txt'), entry('b2.txt'), entry('d', true), entry('空', true)], more: 0 },
    'x.zip',
  );
  assert.deepEqual(names(tree, ''), ['d', '空', 'b2.txt', 'b10.txt']);
  assert.deepEqual(names(tree, 'd/e'), ['f.txt']);
  assert.deepEqual(names(tree, '空'), []);
  assert.deepEqual([tree.files, tree.size, tree.folders.size], [3, 6, 4]);
  assert.deepEqual(
    foldersTo(tree, 'd/e').map(({ name }) => name),
    ['x.zip', 'd', 'e'],
  );
  const [row] = tree.folders.get('d/e')!.rows;
  assert.equal(row?.kind === 'file' && row.place, 1);
});

test('one packed file without a name is called like its archive', () => {
  assert.deepEqual(names(archiveTree({ entries: [entry('')], more: 0 }, '日志.txt.gz'), ''), ['日志.txt']);
});
