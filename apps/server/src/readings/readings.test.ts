import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { unitsOf } from '../search-text.ts';
import { readingsOf } from './index.ts';

test('characters are read as what they are part of, also in names with other signs', async () => {
  assert.deepEqual(
    (await unitsOf('单位a重庆 9', 'department')).map(({ reading }) => reading),
    ['dan', 'wei', 'a', 'chong', 'qing', '9'],
  );
  assert.deepEqual(await readingsOf({ characters: '单雄信', as: 'person' }), ['shan', 'xiong', 'xin']);
  assert.deepEqual((await readingsOf({ characters: '单', as: 'any' })).toSorted(), ['chan', 'dan', 'shan']);
});

test('a process ends although its thread of readings is idle, and not while it waits for one', () => {
  const place = JSON.stringify(new URL('./index.ts', import.meta.url).href);
  const source = `import(${place}).then(async ({ readingsOf }) => console.log(await readingsOf({ characters: '云阁', as: 'department' })))`;
  const { status, stdout } = spawnSync(process.execPath, ['--eval', source], { encoding: 'utf8', timeout: 60_000 });
  assert.deepEqual([status, stdout.trim()], [0, "[ 'yun', 'ge' ]"]);
});
