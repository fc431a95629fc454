import type { Config } from '../config.ts';
import { openDatabase, requireMigrated } from '../database/index.ts';
import { openToLook } from '../storage/index.ts';
import { checkContents } from './check-contents.ts';
import { checkLog } from './check-log.ts';
import { checkRows } from './check-rows.ts';
import { checkStore } from './check-store.ts';
import type { CheckDeps } from './check-store.ts';
import { Findings } from './findings.ts';

/** The exit codes. 2 means that something could not be checked; the caller sets it. */
export const exitCodes = { clean: 0, faults: 1, failed: 2, interrupted: 130 } as const;

const tellEveryMs = 10_000;

/**
 * `serve check`: prints what is wrong and changes nothing. It works with or without a running server. Returns the exit code; throws if the
 * database or the store cannot be used. `contents` also reads every byte, at most so many a second.
 */
export async function runCheck(
  config: Config,
  say: (line: string) => void,
  { contents = false, bytesPerSecond = null, signal }: { contents?: boolean; bytesPerSecond?: number | null; signal?: AbortSignal } = {},
): Promise<number> {
  const opened = await openDatabase({ ...config, poolSize: Math.min(config.poolSize, 4) }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    const store = await openToLook(config.store);
    try {
      const findings = new Findings();
      const interrupted = await check({ database: opened.kysely, store, findings, tell: slowly(say), bytesPerSecond, signal }, contents);
      return report(findings, interrupted, say);
    } finally {
      await store.close();
    }
  } finally {
    await opened.stop();
  }
}

/** Runs every check. Returns true if it was interrupted; then the findings are incomplete. */
export async function check(deps: CheckDeps, contents: boolean): Promise<boolean> {
  try {
    await checkRows(deps);
    await checkLog(deps);
    await checkStore(deps);
    if (contents) await checkContents(deps);
    return false;
  } catch (error) {
    if (deps.signal?.aborted) return true;
    throw error;
  }
}

function report(findings: Findings, interrupted: boolean, say: (line: string) => void): number {
  const list = findings.list();
  for (const { what, shown, count } of list) say(`${what} (${count}): ${shown.join(', ')}${count > shown.length ? ' …' : ''}`);
  if (interrupted) say('Interrupted: not everything was checked.');
  else say(list.length === 0 ? 'Checked: everything hangs together.' : `Checked: ${list.length} kinds of faults.`);
  if (interrupted) return exitCodes.interrupted;
  return list.length === 0 ? exitCodes.clean : exitCodes.faults;
}

function slowly(say: (line: string) => void): (line: string) => void {
  let next = performance.now() + tellEveryMs;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + tellEveryMs;
    say(`${line} …`);
  };
}
