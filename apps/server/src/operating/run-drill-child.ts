import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DrillReason } from '@alcove/contract';
import type { DrillAnswer, DrillOrder } from './drill-child.ts';
import type { DrillResult } from './drill-queries.ts';

const program = fileURLToPath(new URL('./drill-child.ts', import.meta.url));
/** How long it may clear up when it must stop. */
const clearingMs = 20_000;
const passedOn = ['PATH', 'HOME', 'LANG', 'NODE_COMPILE_CACHE', 'SYSTEMROOT'];

/** `begun` is told the id of the process. A process that was killed, or had to stop, has interrupted the drill. */
export function runDrillChild(
  order: DrillOrder,
  stopping: AbortSignal,
  begun: (processId: number) => void,
): Promise<DrillResult & { message?: string }> {
  return new Promise((resolve) => {
    const env = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
    const child = fork(program, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    let answer: DrillAnswer | null = null;
    let clearing: NodeJS.Timeout | undefined;
    const stop = (): void => {
      if (child.connected) child.disconnect();
      clearing = setTimeout(() => child.kill('SIGKILL'), clearingMs);
    };
    child.once('message', (message) => (answer = message as DrillAnswer));
    const end = (code: number | null): void => {
      clearTimeout(clearing);
      stopping.removeEventListener('abort', stop);
      if (answer !== null) resolve(resultOf(answer));
      else resolve(code === null || stopping.aborted ? { outcome: 'interrupted' } : { outcome: 'failed', reason: 'broke', measured: null });
    };
    child.once('exit', end);
    child.once('error', () => end(1));
    stopping.addEventListener('abort', stop, { once: true });
    if (stopping.aborted) stop();
    else child.send(order);
    if (child.pid !== undefined) begun(child.pid);
  });
}

function resultOf(answer: DrillAnswer): DrillResult & { message?: string } {
  if (answer.kind === 'broke') return { outcome: 'failed', reason: 'broke', measured: null, message: answer.message };
  if (answer.kind === 'refused')
    return { outcome: 'failed', reason: reasonOf(answer.because.kind), measured: null, message: JSON.stringify(answer.because) };
  const { takenAt, rows, objects, bytes, restoreSeconds, checkSeconds, check } = answer.drilled;
  const measured = { takenAt, rows, objects, bytes, restoreSeconds, checkSeconds };
  return check === 0 ? { outcome: 'passed', measured } : { outcome: 'failed', reason: 'faults', measured };
}

const told: readonly string[] = [
  'noRoom',
  'manifestDamaged',
  'fileDamaged',
  'objectsDamaged',
  'otherRelease',
  'newerFormat',
] satisfies DrillReason[];
const reasonOf = (kind: string): DrillReason => (told.includes(kind) ? (kind as DrillReason) : 'broke');
