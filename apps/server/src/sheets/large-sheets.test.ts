import assert from 'node:assert/strict';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { lookAtRun } from '../sandbox/look-at-run.ts';
import { turnOf } from '../testing/thorough.ts';
import { readSheet, writeSheet } from './index.ts';
import type { Row } from './index.ts';
import { wide, written } from './sheets.test-support.ts';

const head: Row = ['账号', '姓名', '手机', '邮箱', '部门', '职位', '工号', '入职日期', '性别', '城市', '办公室', '备注'];
const person = (n: number): Row => [
  `wang.xiaoming${n}`,
  `王小明${n}`,
  `0086138${String(n).padStart(8, '0')}`,
  `wang.xiaoming${n}@example.com`,
  `云阁科技 / 研发中心 / 平台组 ${n % 300}`,
  `工程师 ${n % 40}`,
  `-${n}`,
  `20${10 + (n % 16)}-11-24`,
  n % 2 === 0 ? '男' : '女',
  '杭州',
  `A${n % 100}`,
  n % 10 === 0 ? '🙂' : '',
];
const isPerson = (row: Row, n: number): boolean => person(n).every((text, column) => (row[column] ?? '') === text);

/** In blocks of three hundred, as a database would give them. */
async function* everyone(): AsyncGenerator<Row[]> {
  yield [head];
  for (let n = 0; n < wide.rows; n += 250) yield Array.from({ length: 250 }, (_, one) => person(n + one));
}

/** Of this process and those that it started, in MiB, while some work runs. */
async function mostMemory(work: () => Promise<unknown>): Promise<number> {
  const before = (await lookAtRun(process.pid)).memoryBytes;
  let most = before;
  let done = false;
  const working = work().finally(() => (done = true));
  while (!done) {
    most = Math.max(most, (await lookAtRun(process.pid)).memoryBytes);
    await setTimeout(50);
  }
  await working;
  return (most - before) / 1024 / 1024;
}

/** One of the two with each commit. The smaller sheets of `sheets.test.ts` are always of both. */
for (const kind of turnOf(['xlsx', 'xls'] as const, 2))
  test(`fifty thousand people in ${kind} are written and read as they were, and memory has an end`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sheets-'));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, `people.${kind}`);
    const write = async () => {
      if (kind === 'xlsx') await pipeline(writeSheet({ name: '成员', rows: everyone() }, wide), createWriteStream(path));
      else await writeFile(path, await written([head, ...Array.from({ length: wide.rows }, (_, n) => person(n))], kind));
    };
    const read = async () => {
      let rows = 0;
      for await (const block of readSheet({ name: path, content: createReadStream(path) }, wide))
        for (const row of block) {
          assert.ok(rows === 0 || isPerson(row, rows - 1), `row ${rows + 1}: ${row.join()}`);
          rows += 1;
        }
      assert.equal(rows, wide.rows + 1);
    };
    for (const [what, work] of Object.entries({ write, read })) {
      const memory = await mostMemory(work);
      t.diagnostic(`${what}: ${memory.toFixed()} MiB`);
      const most = kind === 'xlsx' && what === 'write' ? 100 : 800;
      assert.ok(memory < most, `${what}: ${memory.toFixed()} MiB`);
    }
  });
