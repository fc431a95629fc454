/** A PostgreSQL that is reached over TCP with a password, like a company's own database server. */
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { startTestCluster } from '../apps/server/src/database/testing.ts';

export async function startOverTcp(): Promise<{ url: string; stop(): Promise<void> }> {
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
