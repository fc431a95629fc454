import type { InstantTicket, UploadPlan } from '@alcove/contract';
import { limits } from '@alcove/contract';
import type { ItemEvent } from './item-machine.ts';
import { PartFailed } from '../ports.ts';
import type { CallOptions, FileSource, PartWork, Ports, PreparedPart, UploadTarget } from '../ports.ts';
import { UploadFailed } from './errors.ts';

/** What is known of an item across its attempts. */
export interface Job {
  /** The file that the person selected. */
  readonly picked: FileSource;
  /** The file that is read: during an attempt, a small file is kept in memory. */
  source: FileSource;
  readonly target: UploadTarget;
  md5: string | null;
  /** Running or done; null when not started or stopped. */
  sha256: Promise<string> | null;
  /**
   * The store's view of the current object. It is kept here too, because a late answer to an initiation changes no state but must not be
   * lost.
   */
  store: { objectKey: string; uploadId: string | null; etags: Map<number, string> } | null;
  /** The object or the ticket of a save that may have succeeded although its answer was lost. The save is repeated before anything else. */
  unanswered: { objectKey: string } | { ticket: InstantTicket } | null;
}

/** The execution of one command. */
export interface Run {
  readonly ports: Ports;
  readonly job: Job;
  readonly attempt: number;
  readonly signal: AbortSignal;
  emit(event: ItemEvent): void;
}

export const callOptions = (run: Run): CallOptions => ({ signal: run.signal, linkPath: run.job.target.linkPath });

/** Whether the save of this object was sent without getting an answer. */
export const saveUnanswered = ({ unanswered }: Job, { objectKey }: UploadPlan): boolean =>
  unanswered !== null && 'objectKey' in unanswered && unanswered.objectKey === objectKey;

/** The key under which an upload is remembered. */
export const memoryKey = (
  { name, size, lastModified }: Pick<FileSource, 'name' | 'size' | 'lastModified'>,
  { parentId, linkPath }: UploadTarget,
): string => JSON.stringify([parentId, linkPath ?? '', name, size, lastModified]);

/** Throws FILE_MISSING or FILE_CHANGED unless the file is still the selected one. */
export async function requireSame({ source }: Job, cause?: unknown): Promise<void> {
  const state = await source.state();
  if (state !== 'same') throw new UploadFailed(state === 'missing' ? 'FILE_MISSING' : 'FILE_CHANGED', '', { cause });
}

/** Reads exactly these bytes. Throws FILE_MISSING or FILE_CHANGED. */
export async function readExactly(job: Job, start: number, length: number): Promise<Uint8Array> {
  const bytes = await job.source.read(start, length).catch(async (cause: unknown) => {
    throw await unreadable(job, cause);
  });
  if (bytes.length !== length) throw new UploadFailed('FILE_CHANGED');
  return bytes;
}

/** Why a read failed. A file that looks unchanged but cannot be read counts as missing. */
async function unreadable(job: Job, cause: unknown): Promise<UploadFailed> {
  const state = await job.source.state();
  return new UploadFailed(state === 'changed' ? 'FILE_CHANGED' : 'FILE_MISSING', '', { cause });
}

/** A range of the file as it is sent. */
export async function prepared({ ports, job, signal }: Run, work: PartWork): Promise<PreparedPart> {
  try {
    return await ports.file.prepare(job.source, work, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PartFailed)) throw error;
    switch (error.reason) {
      case 'unreadable':
        throw await unreadable(job, error);
      case 'short':
        throw new UploadFailed('FILE_CHANGED', '', { cause: error });
      case 'confuse':
        throw new UploadFailed('CONFUSE_BOUNDS', 'Array out of bounds', { cause: error });
      default:
        throw error.reason satisfies never;
    }
  }
}

/** The SHA-256 of the file: computed once for all callers, and restarted after a stop. */
export function sha256Of(run: Run, onProgress?: (hashedBytes: number) => void): Promise<string> {
  const { job, signal } = run;
  if (job.sha256) return job.sha256;
  const hashing = hashWith(run, 'sha256', onProgress);
  const forget = (): void => {
    if (job.sha256 === hashing) job.sha256 = null;
  };
  hashing.catch(forget);
  signal.addEventListener('abort', forget, { once: true });
  hashing.then(
    () => signal.removeEventListener('abort', forget),
    () => {},
  );
  job.sha256 = hashing;
  return hashing;
}

export async function hashWith(
  { ports, job, signal }: Run,
  algorithm: 'md5' | 'sha256',
  onProgress?: (hashedBytes: number) => void,
): Promise<string> {
  try {
    return await ports.file.hash(algorithm, job.source, { signal, onProgress });
  } catch (error) {
    signal.throwIfAborted();
    await requireSame(job, error);
    throw new UploadFailed('[102]', error instanceof Error ? error.message : '', { cause: error });
  }
}

export const storeTimeoutMs: number = limits.partTimeoutMs;
