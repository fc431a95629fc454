/**
 * A process that collects without grace time in a loop and kills itself with SIGKILL at a crash point, so that nothing can clean up. With
 * `once` it does all that is due and exits. Arguments: database URL, store configuration as JSON, crash point or `once`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { StoreConfig } from '../config.ts';
import { openDatabase } from '../database/index.ts';
import { removeDue, sweepStrays } from '../removal/index.ts';
import type { RemovalDeps } from '../removal/index.ts';
import { diskBucket, openObjectStore } from '../storage/index.ts';
import { collectUnneeded } from './collect-content.ts';

const [url, storeText, point] = process.argv.slice(2) as [string, string, string];
const config = JSON.parse(storeText) as StoreConfig;
const { kysely: database, stop } = await openDatabase({ database: { kind: 'external', url }, poolSize: 2 });
const store =
  config.kind === 's3'
    ? await openObjectStore(config)
    : await openObjectStore({ ...config, bucket: diskBucket, region: '', credentials: { accessKey: '', secretKey: '' } });
const deps: RemovalDeps = {
  database,
  store,
  logger: pino({ level: 'error' }),
  reached: (now) => void (now === point && process.kill(process.pid, 'SIGKILL')),
};

/** A negative age, because the store's clock may be ahead of ours. */
const anyAge = -60_000;
for (let collected = -1; point !== 'once' || collected !== 0; await sleep(5)) {
  collected = await collectUnneeded(deps, { graceMs: 0 });
  await sweepStrays(deps, { leastAgeMs: anyAge, waitMs: 0 });
  await removeDue(deps);
}
await store.close();
await stop();
