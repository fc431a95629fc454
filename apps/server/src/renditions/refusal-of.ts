import type { Outcome } from '../sandbox/index.ts';
import type { Refusal } from './converter.ts';

/** Exit codes by which a shell says that a program could not be started or a limit not be set, and 128 plus a signal's number. */
const cannotRun = 126;
const bySignal = 128;

/**
 * Why there is no rendition after a program failed. A failing program means that it cannot read its input. Throws if the content is not at
 * fault; such work is retried.
 */
export function refusalOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): Refusal {
  if (outcome.kind === 'stopped') throw new Error('the server stops');
  if (outcome.kind !== 'failed') return outcome.kind;
  const { exitCode, message } = outcome;
  if (exitCode < 0 || exitCode === cannotRun) throw new Error(`a program could not run: ${message}`);
  return exitCode > bySignal ? 'failed' : 'corrupt';
}
