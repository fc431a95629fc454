/**
 * The oldest PostgreSQL of this machine on which Alcove promises to run, with its defaults: such as 15 of Debian 12, 17 of Debian 13. The embedded one is
 * newer than what many companies have, and has functions that theirs lacks.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from '../apps/server/src/reserved-users.ts';

/** The README promises it. */
const oldestPromised = 15;
/** Where Debian installs each major version. */
const installed = '/usr/lib/postgresql';
/** Commits need not survive the test. */
const careless = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off', 'max_connections=300'];
/** PostgreSQL refuses to run as root. */
const user = isRoot() ? { uid: 65_534, gid: 65_534 } : undefined;

/** Stops by itself when this process ends. */
export async function startOldest(): Promise<{ version: number; url: string; stop(): Promise<void> }> {
  const version = oldestVersion();
  const folder = mkdtempSync(join(tmpdir(), 'alcove-oldest-'));
  chmodSync(folder, 0o711);
  if (user) chownSync(folder, user.uid, user.gid);
  const log = join(folder, 'log');
  const output = openSync(log, 'w');
  const run = (program: string, args: string[]): void => {
    const { error, status } = spawnSync(join(installed, String(version), 'bin', program), ['-D', join(folder, 'data'), ...args], {
      ...user,
      cwd: '/',
      stdio: ['ignore', output, output],
    });
    if (error || status !== 0) throw error ?? new Error(`${program} of PostgreSQL ${version} failed:\n${readFileSync(log, 'utf8')}`);
  };
  const stop = (): void => {
    if (!existsSync(folder)) return;
    if (existsSync(join(folder, 'data/postmaster.pid'))) run('pg_ctl', ['stop', '--mode=fast']);
    rmSync(folder, { recursive: true });
  };
  process.once('exit', stop);
  run('initdb', ['--username=alcove', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']);
  run('pg_ctl', ['start', `--options=-k '${folder}' -h '' ${careless.map((setting) => `-c ${setting}`).join(' ')}`]);
  return { version, url: `postgres://alcove@/postgres?host=${encodeURIComponent(folder)}&port=5432`, stop: async () => stop() };
}

function oldestVersion(): number {
  const versions = existsSync(installed) ? readdirSync(installed).map(Number) : [];
  const promised = versions.filter((version) => version >= oldestPromised && existsSync(join(installed, `${version}/bin/postgres`)));
  if (promised.length === 0)
    throw new Error(
      `No PostgreSQL ${oldestPromised} or newer in ${installed}: install the package postgresql, or as root run ./test packages`,
    );
  return Math.min(...promised);
}
