/**
 * Closes a data folder, so that nobody connects without the secret: a new folder, one that changed its user, or one of an older release.
 */
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, lchownSync, lstatSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseStartError } from './binaries.ts';
import { access, connectionTo, postgresUser, role, secretFile } from './embedded-access.ts';
import type { EmbeddedConnection } from './embedded-access.ts';
import { DataFolderError } from './folder-trouble.ts';
import { readPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';

/**
 * To be called before PostgreSQL starts on the folder. As long as there is no secret, PostgreSQL trusts whoever reaches the socket. Only
 * this process can reach it.
 */
export function closeFolder(dataFolder: string): void {
  takeOver(dataFolder);
  writeRules(dataFolder, existsSync(secretFile(dataFolder)) ? 'scram-sha-256' : 'trust');
}

/**
 * To be called once PostgreSQL runs on the folder. Returns how to connect. Creates the secret if there is none, and returns only after
 * PostgreSQL requires it.
 */
export async function reach(dataFolder: string): Promise<EmbeddedConnection> {
  const running = readPostmaster(dataFolder);
  if (!running) throw new DatabaseStartError(`The embedded PostgreSQL ended as soon as it had started (see ${dataFolder}.log)`);
  if (!existsSync(secretFile(dataFolder))) await setSecret(dataFolder, running);
  return connectionTo(dataFolder, running);
}

/** Older releases ran PostgreSQL as nobody, like other programs. A restored copy belongs to whoever copied it. */
function takeOver(dataFolder: string): void {
  const { uid } = statSync(dataFolder);
  const ids = postgresUser();
  if (ids) {
    // Top-down: once the folder itself is ours, the former owner cannot reach anything below it.
    if (uid !== ids.uid) chownAll(dataFolder, ids);
  } else if (process.getuid && uid !== process.getuid()) throw new DataFolderError({ kind: 'ofAnother', folder: dirname(dataFolder) });
}

function chownAll(path: string, ids: { uid: number; gid: number }): void {
  lchownSync(path, ids.uid, ids.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) chownAll(join(path, name), ids);
}

/** Written to a temporary file and renamed: if the target is a symbolic link, it is replaced and not followed. */
function writeRules(dataFolder: string, method: 'trust' | 'scram-sha-256'): void {
  const aside = `${dataFolder}.rules`;
  rmSync(aside, { force: true });
  writeFileSync(aside, `# Written by Alcove at each start.\nlocal all all ${method}\n`, { mode: 0o600 });
  const ids = postgresUser();
  if (ids) chownSync(aside, ids.uid, ids.gid);
  renameSync(aside, join(dataFolder, 'pg_hba.conf'));
}

/** The secret is stored before PostgreSQL requires it and after it was set, so a stored secret is always valid. */
async function setSecret(dataFolder: string, running: Postmaster): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  await connected({ ...access(running), password: '' }, async (client) => {
    // A random secret cannot be guessed. Slow hashing would only slow every connection down.
    await client.query('set scram_iterations = 1');
    await client.query(`set password_encryption = 'scram-sha-256'`);
    await client.query(`alter role ${role} password '${secret}'`);
    const aside = `${secretFile(dataFolder)}.new`;
    rmSync(aside, { force: true });
    writeFileSync(aside, secret, { mode: 0o600, flush: true });
    renameSync(aside, secretFile(dataFolder));
    writeRules(dataFolder, 'scram-sha-256');
    await client.query('select pg_reload_conf()');
  });
  await untilClosed(running);
}

/** PostgreSQL reloads its rules asynchronously. */
async function untilClosed(running: Postmaster): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(10)) {
    const letIn = await connected({ ...access(running), password: 'none' }, async () => true).catch((error: { code?: string }) => {
      if (error.code === '28P01') return false; // wrong password: access is closed
      throw error;
    });
    if (!letIn) return;
  }
  throw new DatabaseStartError('The embedded PostgreSQL still accepts connections without the secret: its rules could not be changed');
}

async function connected<Answer>(connection: EmbeddedConnection, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
