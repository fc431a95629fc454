import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { periodic } from './periodic.ts';

const logger = pino({ enabled: false });

test('a job that gathers what arrives does not hold up what waits already', async (t) => {
  const gatherMs = 200;
  const began: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  // Twenty runs find all that one run does, the next one less, and the last one nothing.
  const work = async (): Promise<number> => {
    began.push(performance.now());
    if (began.length === 22) resolve();
    return began.length <= 20 ? 5 : 22 - began.length;
  };
  const job = periodic('a job', 60_000, logger, work, { firstMs: 0, gatherMs, most: 5 });
  t.after(() => job.stop());
  await promise;
  assert.ok(began[20]! - began[0]! < 10 * gatherMs, `${began[20]! - began[0]!} ms for what waited`);
  assert.ok(began[21]! - began[20]! > gatherMs - 5, `${began[21]! - began[20]!} ms until the next run`);
});
