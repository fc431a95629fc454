import { localFile, PartFailed, type PartWork, type PreparedPart, type WholeFile } from '@alcove/transfer';
import { rangeReader, readsIntoMemory } from './file-reading.ts';
import { fileSource } from './file-source.ts';
import type { WorkerJob, WorkerNews } from './worker-rpc.ts';
import { partBody } from './part-body.ts';

/** Reads beside the page: parts with their checksum, obfuscated where asked; small files whole, with their hashes. */
export interface FileJob {
  file: File;
  /** Null: the whole file. */
  work: PartWork | null;
}
export type FileNews = { part: PreparedPart } | { whole: WholeFile } | { failed: PartFailed['reason'] | 'range' | null; message: string };

const readRange = rangeReader();
/** The page does not wait for what it gave up; what is left of it here is short. */
const neverStopped = new AbortController().signal;
let lastPart: Promise<unknown> = Promise.resolve();
/** One part at a time: they share the memory they are read into. */
function partInTurn(file: File, work: PartWork): Promise<PreparedPart> {
  const part = lastPart.then(async () => {
    const source = fileSource(file);
    const read = readsIntoMemory ? (start: number, length: number) => readRange(file, start, length) : source.read;
    const { body, headers } = await localFile.prepare({ ...source, read }, work, neverStopped);
    return { body: partBody(file, work, body), headers };
  });
  lastPart = part.catch(() => {}); // told to whoever asked for it
  return part;
}

const reasonOf = (error: unknown) => (error instanceof PartFailed ? error.reason : error instanceof RangeError ? 'range' : null);

self.addEventListener('message', ({ data: { id, job } }: MessageEvent<WorkerJob<FileJob>>) => {
  if (!job) return; // given up
  const say = (news: FileNews, bytes?: Uint8Array) =>
    self.postMessage({ id, news } satisfies WorkerNews<FileNews>, { transfer: bytes ? [bytes.buffer] : [] });
  const done = job.work
    ? partInTurn(job.file, job.work).then((part) => say({ part }))
    : localFile.whole(fileSource(job.file), neverStopped).then((whole) => say({ whole }, whole.bytes));
  done.catch((error: unknown) => say({ failed: reasonOf(error), message: String(error) }));
});
