import { hashFile, hashWhole } from './hash.ts';
import { preparePart } from './part.ts';
import type { FilePort } from '../ports.ts';

/** An answer that nobody waits for any more is not given. */
async function unlessAborted<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  signal.throwIfAborted();
  const answer = await work();
  signal.throwIfAborted();
  return answer;
}

/** Reads and hashes where it is called: for workers, small files, the desktop engine and tests. */
export const localFile = {
  hash: (algorithm, source, options) => hashFile(algorithm, source, options),
  whole: (source, signal) => unlessAborted(signal, () => hashWhole(source)),
  prepare: (source, work, signal) => unlessAborted(signal, () => preparePart(source, work)),
} satisfies FilePort;
