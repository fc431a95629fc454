import { localHash, localPart, PartFailed, type PartWork, type PreparedPart, type WholeFile } from '@alcove/transfer';
import { fileSource } from './file-source.ts';

/** Reads beside the page: parts with their checksum, obfuscated where asked; small files whole, with their hashes. */
export interface FileJob {
  id: number;
  file: File;
  /** Null: the whole file. */
  work: PartWork | null;
}
export type FileNews = { id: number } & (
  { part: PreparedPart } | { whole: WholeFile } | { failed: PartFailed['reason'] | 'range' | null; message: string }
);

const never = new AbortController().signal;
const reasonOf = (error: unknown) => (error instanceof PartFailed ? error.reason : error instanceof RangeError ? 'range' : null);

self.addEventListener('message', ({ data: { id, file, work } }: MessageEvent<FileJob>) => {
  const source = fileSource(file);
  const say = (news: FileNews, bytes?: Uint8Array) => self.postMessage(news, { transfer: bytes ? [bytes.buffer] : [] });
  const done = work
    ? localPart.prepare(source, work, never).then((part) => say({ id, part }, part.body))
    : localHash.whole(source, never).then((whole) => say({ id, whole }, whole.bytes));
  done.catch((error: unknown) => say({ id, failed: reasonOf(error), message: String(error) }));
});
