/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreatedFolderTree, FolderTree, InstanceId } from '@alcove/contract';
import { keyOf, makeTrees, sizeOf, treesOf } from './folder-tree.ts';

/** A server that reuses folders of the same name. */
function server() {
  const known = new Map<string, InstanceId>();
  const calls: number[] = [];
  const build = (parentId: string, tree: FolderTree): CreatedFolderTree => {
    const key = `${parentId}>${tree.instanceName}`;
    const instanceId = known.get(key) ?? (`f${known.size + 1}` as InstanceId);
    known.set(key, instanceId);
    return { instanceName: tree.instanceName, instanceId, children: (tree.children ?? []).map((child) => build(instanceId, child)) };
  };
  return {
    known,
    calls,
    make: async (parentId: string, tree: FolderTree) => {
      calls.push(sizeOf(tree));
      return build(parentId, tree);
    },
  };
}

test('paths with repetitions become one tree, empty folders included', () => {
  assert.deepEqual(treesOf([['a', 'b'], ['a'], ['a', 'c', 'd'], ['a', 'b']]), [
    {
      instanceName: 'a',
      children: [
        { instanceName: 'b', children: [] },
        { instanceName: 'c', children: [{ instanceName: 'd', children: [] }] },
      ],
    },
  ]);
});

test('a wide and deep tree is sent in pieces within the limit, every folder once, every path with an id', async () => {
  const paths = Array.from({ length: 90 }, (_, n) => ['root', `w${n % 30}`, `d${Math.floor(n / 30)}`]);
  paths.push(...Array.from({ length: 40 }, (_, n) => ['root', 'big', `x${n}`]));
  const { known, calls, make } = server();
  const ids = await makeTrees('top', treesOf(paths), make, 25);
  assert.ok(calls.length > 4);
  assert.ok(
    calls.every((size) => size <= 25),
    String(calls),
  );
  assert.equal(known.size, 1 + 30 + 90 + 1 + 40);
  for (const path of paths) assert.ok(ids.get(keyOf(path)), keyOf(path));
});

test('a single empty folder is still made', async () => {
  const { make } = server();
  assert.deepEqual([...(await makeTrees('top', treesOf([['only']]), make)).keys()], ['only']);
});
