import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cidrOf, levelsOf, networkOf } from '../networks.ts';
import { searchOf } from './search-queries.ts';
import { windowsOf } from './walk.ts';

test('the windows of a walk leave nothing out, and are no larger than what is still wanted needs', () => {
  const range = { low: 7, high: 5_000_000, readTo: 4_999_000 };
  for (const filter of [{ deed: 'change' as const }, { action: 'instance.move' }, { result: 'done' as const }])
    for (const direction of ['latest', 'earliest'] as const)
      for (const share of [0, 0.001, 0.3]) {
        const wanted = { most: 10_001, found: 0 };
        const ranges: { low: number; high: number }[] = [];
        for (const { range: one } of windowsOf(searchOf(filter, null), range, direction, wanted)) {
          ranges.push(one);
          wanted.found += Math.round((one.high - one.low + 1) * share);
          if (wanted.found >= wanted.most) break;
        }
        if (direction === 'latest') ranges.reverse();
        const what = JSON.stringify([filter, direction, share]);
        for (const [n, { low }] of ranges.slice(1).entries()) assert.equal(low, ranges[n]!.high + 1, what);
        if (share === 0) assert.deepEqual([ranges[0]!.low, ranges.at(-1)!.high], [range.low, range.high], what);
        else assert.ok(wanted.found < 2.2 * wanted.most, `${what}: ${wanted.found}`);
      }
});

test('the levels of a network hold all of it', () => {
  const texts = (text: string): string[] | undefined => levelsOf(networkOf(text)!)?.map(cidrOf);
  assert.deepEqual(texts('10.9.16.0/22'), ['10.9.16.0/24', '10.9.17.0/24', '10.9.18.0/24', '10.9.19.0/24']);
  assert.deepEqual(
    texts('10.9.16.0/19'),
    Array.from({ length: 32 }, (_, n) => `10.9.${n}.0/24`),
  );
  assert.deepEqual(texts('10.9.16.0/18'), ['10.9.0.0/16']);
  assert.deepEqual(texts('10.9.16.0/24'), ['10.9.16.0/24']);
  assert.deepEqual(texts('10.9.16.6/31'), ['10.9.16.6/32', '10.9.16.7/32']);
  assert.equal(texts('8.0.0.0/2'), undefined);
  assert.deepEqual(texts('2001:db8::/126')?.length, 4);
  assert.deepEqual(texts('2001:db8::/40'), ['2001:db8:0:0:0:0:0:0/32']);
});
