/**
 * Runs a command with TEST_DATABASE_URL set to a new PostgreSQL, which is stopped afterward.
 * node scripts/with-postgres.ts [--tcp] command…
 * With `--tcp` it is reached over TCP with a password, like a company's own database server.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { startTestCluster } from '../apps/server/src/database/testing.ts';

const tcp = process.argv[2] === '--tcp';
const [command, ...args] = process.argv.slice(tcp ? 3 : 2);
if (command === undefined) throw new Error('Usage: with-postgres.ts [--tcp] command...');

const cluster = tcp ? await startOverTcp() : await startTestCluster(['max_connections=300']);
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

async function startOverTcp(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const cluster = await startTestCluster(['max_connections=300', 'listen_addresses=127.0.0.1', `port=${port}`]);
  const password = randomBytes(12).toString('hex');
  const client = new pg.Client({ connectionString: `${cluster.url}&port=${port}` }); // pg ignores a separate `port` option
  await client.connect();
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  appendFileSync(rows[0]!.hba_file, 'host all all 127.0.0.1/32 scram-sha-256\n');
  await client.query('select pg_reload_conf()');
  await client.query(`create role company login createdb superuser password '${password}'`);
  await client.end();
  return { url: `postgres://company:${password}@127.0.0.1:${port}/postgres`, stop: cluster.stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
