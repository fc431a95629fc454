import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, piecesOf } from './json-body.ts';

const item = (n: number) => ({ name: `季度报告 😀 ${n} "\\ \ud800`, size: n, tags: ['é', ''], none: undefined, nested: { items: [n] } });
const items = (count: number) => Array.from({ length: count }, (_, n) => item(n));

test('a long list is written as JSON has it', () => {
  for (const count of [21, 100, 5000])
    for (const data of [
      items(count),
      { items: items(count) },
      { items: items(count), total: count },
      { total: count, more: true, items: items(count) },
      { items: items(count).map(({ name }) => name), page: null },
    ]) {
      const body = bytesOf(piecesOf(data)!);
      assert.deepEqual(JSON.parse(body.toString()), JSON.parse(JSON.stringify(data)));
    }
});

test('what is no long list is left to others', () => {
  for (const data of [
    null,
    undefined,
    7,
    'items',
    {},
    { items: 'many' },
    { items: null },
    items(20),
    { items: items(20) },
    { files: items(50) },
  ])
    assert.equal(piecesOf(data), null);
});

test('an answer stays what it is while the next one is written', () => {
  const [first, second] = [bytesOf(['{"a":"甲"', Buffer.from('}')]), bytesOf(['another', 'one'])];
  assert.equal(first.toString(), '{"a":"甲"}');
  assert.equal(second.toString(), 'anotherone');
});
