import type { Outcome } from '../sandbox/index.ts';
import type { Refusal } from './converter.ts';

/** As a shell tells that a program, or one of its limits, could not be had; and 128 with the number of the signal that ended it. */
const cannotRun = 126;
const bySignal = 128;

/**
 * Why there is no rendition when a program did not come to its end. A program that fails was given something that it cannot read.
 * Throws when it was not the content's fault: those are tried again.
 */
export function refusalOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): Refusal {
  if (outcome.kind === 'stopped') throw new Error('the server stops');
  if (outcome.kind !== 'failed') return outcome.kind;
  const { exitCode, message } = outcome;
  if (exitCode < 0 || exitCode === cannotRun) throw new Error(`a program could not run: ${message}`);
  return exitCode > bySignal ? 'failed' : 'corrupt';
}
