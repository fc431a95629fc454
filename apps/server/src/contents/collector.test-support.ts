/**
 * A process that collects without grace time in a loop and kills itself with SIGKILL at a crash point, so that nothing can clean up.
 * Arguments: database URL, store configuration as JSON, crash point.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { StoreConfig } from '../config.ts';
import { openDatabase } from '../database/index.ts';
import type { RemovalDeps } from '../removal/index.ts';
import { diskBucket, openObjectStore } from '../storage/index.ts';
import { collectTurn } from './collect-turn.test-support.ts';

const [url, storeText, point] = process.argv.slice(2) as [string, string, string];
const config = JSON.parse(storeText) as StoreConfig;
const { kysely: database } = await openDatabase({ database: { kind: 'external', url }, poolSize: 2 });
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

for (; ; await sleep(5)) await collectTurn(deps);
