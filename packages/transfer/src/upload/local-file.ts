import { hashFile, hashWhole } from './hash.ts';
import { preparePart } from './part.ts';
import type { FilePort } from '../ports.ts';

/** Rejects instead of returning a result after the abort. */
async function unlessAborted<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  signal.throwIfAborted();
  const answer = await work();
  signal.throwIfAborted();
  return answer;
}

/** Reads and hashes in the calling thread: for workers, small files, the desktop engine and tests. */
export const localFile = {
  hash: (algorithm, source, options) => hashFile(algorithm, source, options),
  whole: (source, signal) => unlessAborted(signal, () => hashWhole(source)),
  prepare: (source, work, signal) => unlessAborted(signal, () => preparePart(source, work)),
} satisfies FilePort;
