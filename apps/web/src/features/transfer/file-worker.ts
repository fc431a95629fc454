import { localHash, localPart, PartFailed, type PartWork, type PreparedPart, type WholeFile } from '@alcove/transfer';
import { fileSource } from './file-source.ts';
import type { WorkerJob, WorkerNews } from './page-worker.ts';

/** Reads beside the page: parts with their checksum, obfuscated where asked; small files whole, with their hashes. */
export interface FileJob {
  file: File;
  /** Null: the whole file. */
  work: PartWork | null;
}
export type FileNews = { part: PreparedPart } | { whole: WholeFile } | { failed: PartFailed['reason'] | 'range' | null; message: string };

const never = new AbortController().signal;
const reasonOf = (error: unknown) => (error instanceof PartFailed ? error.reason : error instanceof RangeError ? 'range' : null);

self.addEventListener('message', ({ data: { id, job } }: MessageEvent<WorkerJob<FileJob>>) => {
  if (!job) return; // given up: what is left to do is short
  const source = fileSource(job.file);
  const say = (news: FileNews, bytes?: Uint8Array) =>
    self.postMessage({ id, news } satisfies WorkerNews<FileNews>, { transfer: bytes ? [bytes.buffer] : [] });
  const done = job.work
    ? localPart.prepare(source, job.work, never).then((part) => say({ part }, part.body))
    : localHash.whole(source, never).then((whole) => say({ whole }, whole.bytes));
  done.catch((error: unknown) => say({ failed: reasonOf(error), message: String(error) }));
});
