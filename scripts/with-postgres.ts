/**
 * Runs a command with TEST_DATABASE_URL set to a new PostgreSQL, which is stopped afterward: the embedded one, or with `--oldest` that of the
 * system (oldest-postgres.ts).
 * node scripts/with-postgres.ts [--oldest] command…
 */
import { spawn } from 'node:child_process';
import { startTestCluster } from '../apps/server/src/database/testing.ts';
import { startOldest } from './oldest-postgres.ts';

const isOldest = process.argv[2] === '--oldest';
const [command, ...args] = process.argv.slice(isOldest ? 3 : 2);
if (command === undefined) throw new Error('Usage: with-postgres.ts [--oldest] command...');

const cluster = isOldest ? await startOldest() : await startTestCluster(['max_connections=300']);
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: cluster.url } });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const status = await new Promise<number>((resolve) => {
  child.once('error', (error) => {
    console.error(error.message);
    resolve(127);
  });
  child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
});
await cluster.stop();
process.exit(status);
