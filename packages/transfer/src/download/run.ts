import { limits } from '@alcove/contract';
import type { DownloadError } from './machine.ts';
import { CallFailed, StoreFailed } from '../ports.ts';
import type { Ports } from '../ports.ts';
import { firstWaitMs } from '../retry.ts';

export type DownloadPorts = Pick<Ports, 'host' | 'store'>;

/** The destination of the bytes. Positions increase, except that a restart from 0 may follow any write. */
export interface DownloadSink {
  write(position: number, bytes: Uint8Array): Promise<void>;
  /** Everything is written. Bytes beyond `size` are left over from an attempt that was restarted. */
  close(size: number): Promise<void>;
  /** Deletes what was written. */
  discard(): Promise<void>;
}

export interface DownloadSource {
  /** Returns a new signed link and the size of its file. Throws CallFailed. */
  link(signal: AbortSignal): Promise<{ url: string; size: number }>;
  sink: DownloadSink;
}

export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly error: DownloadError;
  constructor(code: DownloadError['code'], errmsg = '', options?: { cause?: unknown }) {
    super(errmsg || code, options);
    this.error = { code, errmsg };
  }
}

/** What is known of a download across its attempts. The ETag identifies the content of the bytes received so far. */
export interface DownloadMemory {
  link: { url: string; size: number } | null;
  etag: string | null;
}

/** The storage host answered, but without the content. */
class DownloadRefused extends Error {
  readonly worth: boolean;
  constructor(reason: string, worth: boolean) {
    super(`storage host: ${reason}`);
    this.worth = worth;
  }
}

/** A network failure, a busy host or an expired link: worth a retry from the current position. */
const passing = (error: unknown): boolean =>
  (error instanceof StoreFailed && error.reason === 'network') ||
  (error instanceof DownloadRefused && error.worth) ||
  (error instanceof CallFailed && (error.status === 0 || error.status >= 500 || error.status === 429));

/**
 * Writes the bytes from `from` on to the sink and closes it. Failures are retried with a range request from the current position, up to 3
 * times in a row without progress. Throws DownloadFailed, or the signal's reason.
 */
export async function runDownload(
  { host, store }: DownloadPorts,
  { link, sink }: DownloadSource,
  memory: DownloadMemory,
  from: number,
  onReceived: (receivedBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let at = from;
  async function receive(): Promise<void> {
    memory.link ??= await link(signal);
    const { url, size } = memory.link;
    // Without an ETag, a change of the content would go unnoticed.
    if (memory.etag === null) at = 0;
    if (at === size && size > 0) return;
    const answer = await store.receive(url, { from: at, etag: memory.etag }, signal);
    const { status } = answer;
    const expired = status === 401 || status === 403 || status === 404;
    const other = answer.size !== null && answer.size !== size;
    if (expired || other) memory.link = null; // a new link shows what became of the file
    if (status !== 200 && status !== 206) throw new DownloadRefused(String(status), expired || status >= 500 || status === 429);
    if (other) throw new DownloadRefused('other content', true);
    if (status === 200) at = 0;
    memory.etag = answer.etag;
    for await (const bytes of answer.chunks) {
      signal.throwIfAborted();
      await sink.write(at, bytes).catch((cause: unknown) => {
        throw new DownloadFailed('DISK', cause instanceof Error ? cause.message : '', { cause });
      });
      at += bytes.length;
      onReceived(at);
    }
    if (at < size) throw new StoreFailed('network');
  }
  try {
    for (let failures = 0; ; failures += 1) {
      const before = at;
      try {
        await receive();
        break;
      } catch (error) {
        signal.throwIfAborted();
        if (at > before) failures = 0;
        if (!passing(error) || failures >= limits.retries) throw error;
      }
      await host.after(firstWaitMs * 2 ** failures, signal);
    }
    await sink.close(at);
  } catch (error) {
    signal.throwIfAborted();
    throw asDownloadFailed(error);
  }
}

function asDownloadFailed(error: unknown): DownloadFailed {
  if (error instanceof DownloadFailed) return error;
  if (error instanceof CallFailed) return new DownloadFailed(error.status === 0 ? 'NETWORK' : 'GONE', error.errmsg, { cause: error });
  if (error instanceof StoreFailed) return new DownloadFailed('NETWORK', '', { cause: error });
  if (error instanceof DownloadRefused) return new DownloadFailed('SERVER', '', { cause: error });
  return new DownloadFailed('DISK', error instanceof Error ? error.message : String(error), { cause: error });
}
