/** Makes a data folder one that nobody enters without the secret: a new one, one that went to another user, one of an older release. */
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

/** Before PostgreSQL runs on it. Without a secret, whoever reaches the socket is let in: that is us alone, and not for long. */
export function closeFolder(dataFolder: string): void {
  takeOver(dataFolder);
  writeRules(dataFolder, existsSync(secretFile(dataFolder)) ? 'scram-sha-256' : 'trust');
}

/** Once PostgreSQL runs on it: how to reach it. Draws the secret where there is none, and ends when nobody is let in without. */
export async function reach(dataFolder: string): Promise<EmbeddedConnection> {
  const running = readPostmaster(dataFolder);
  if (!running) throw new DatabaseStartError(`The embedded PostgreSQL ended as soon as it had started (see ${dataFolder}.log)`);
  if (!existsSync(secretFile(dataFolder))) await setSecret(dataFolder, running);
  return connectionTo(dataFolder, running);
}

/** Releases before ran PostgreSQL as nobody, whom other programs become too; and what was copied back belongs to whoever copied it. */
function takeOver(dataFolder: string): void {
  const { uid } = statSync(dataFolder);
  const ids = postgresUser();
  if (ids) {
    // From the top: once the folder itself is ours, the former owner gets no further into it.
    if (uid !== ids.uid) chownAll(dataFolder, ids);
  } else if (process.getuid && uid !== process.getuid()) throw new DataFolderError({ kind: 'ofAnother', folder: dirname(dataFolder) });
}

function chownAll(path: string, ids: { uid: number; gid: number }): void {
  lchownSync(path, ids.uid, ids.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) chownAll(join(path, name), ids);
}

/** Made aside: a link in the place of the file is replaced and not followed. */
function writeRules(dataFolder: string, method: 'trust' | 'scram-sha-256'): void {
  const aside = `${dataFolder}.rules`;
  rmSync(aside, { force: true });
  writeFileSync(aside, `# Written by Alcove at each start.\nlocal all all ${method}\n`, { mode: 0o600 });
  const ids = postgresUser();
  if (ids) chownSync(aside, ids.uid, ids.gid);
  renameSync(aside, join(dataFolder, 'pg_hba.conf'));
}

/** The secret is kept before it is asked for, and after it was set: one that is there is the one that was set. */
async function setSecret(dataFolder: string, running: Postmaster): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  await connected({ ...access(running), password: '' }, async (client) => {
    // A drawn secret cannot be guessed: making each guess slow would make each connection slow.
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

/** PostgreSQL reads its rules anew when it comes to it. */
async function untilClosed(running: Postmaster): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(10)) {
    const letIn = await connected({ ...access(running), password: 'none' }, async () => true).catch((error: { code?: string }) => {
      if (error.code === '28P01') return false; // the password is wrong
      throw error;
    });
    if (!letIn) return;
  }
  throw new DatabaseStartError('The embedded PostgreSQL goes on letting everybody in who reaches it: its rules could not be changed');
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
