/** A running postmaster, identified by the file in its data folder. We never remove that file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Postmaster {
  processId: number;
  port: number;
  socketFolder: string;
  ready: boolean;
}

/** The running postmaster of a data folder, or null. */
export function readPostmaster(dataFolder: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const processId = Number(lines[0]);
  // Another program may have this process id now: it counts only if it was started on this folder.
  if (!(processId > 1) || !isPostmaster(processId, dataFolder)) return null;
  return { processId, port: Number(lines[3]), socketFolder: lines[4] ?? '', ready: (lines[7] ?? '').startsWith('ready') };
}

/**
 * Fast shutdown: ends the sessions, then writes a checkpoint. After 30 seconds it uses immediate shutdown, from which the next start
 * recovers.
 */
export async function stopPostmaster(dataFolder: string, processId: number): Promise<void> {
  const signals = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, patienceMs] of signals) {
    if (!isPostmaster(processId, dataFolder)) return;
    try {
      process.kill(processId, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (hasEnded(processId, dataFolder)) return;
      await sleep(10);
    }
  }
}

const isPostmaster = (processId: number, dataFolder: string): boolean =>
  isAlive(processId) && commandLine(processId).includes(` -D ${dataFolder} `);

/** While a process is ending, it has no command line any more. */
const hasEnded = (processId: number, dataFolder: string): boolean =>
  !isAlive(processId) || (commandLine(processId) !== '' && !isPostmaster(processId, dataFolder));

/** Identifies the Alcove that owns a postmaster: process id and start time, because process ids are reused. */
export const ownerMark = (): string => `${process.pid}.${startTime(process.pid)}`;

/** The process id of the Alcove that started this postmaster, or null if that one is gone. */
export function isOwnedByLiveProcess(postmasterId: number): number | null {
  const [, id, started] = /alcove\.owner=(\d+)\.(\d+)/.exec(commandLine(postmasterId)) ?? [];
  if (id === undefined || Number(id) === process.pid) return null;
  return isAlive(Number(id)) && String(startTime(Number(id))) === started ? Number(id) : null;
}

/** A zombie counts as ended, although its id is still in use. */
export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !/^\d+ \(.*\) Z/.test(procFile(processId, 'stat'));
}

function commandLine(processId: number): string {
  if (process.platform === 'linux') return procFile(processId, 'cmdline').replaceAll('\0', ' ');
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(processId)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** In clock ticks since boot; 0 if the system does not provide it. */
function startTime(processId: number): number {
  return (
    Number(
      procFile(processId, 'stat')
        .replace(/^.*\) /, '')
        .split(' ')[19] ?? 0,
    ) || 0
  );
}

function procFile(processId: number, name: string): string {
  try {
    return readFileSync(`/proc/${processId}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
