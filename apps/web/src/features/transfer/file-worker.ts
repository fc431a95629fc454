import { localHash, localPart, PartFailed, type PartWork, type PreparedPart, type WholeFile } from '@alcove/transfer';
import { rangeReader, readsIntoMemory } from './file-reading.ts';
import { fileSource } from './file-source.ts';
import { partBody } from './part-body.ts';

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

const readRange = rangeReader();
let lastPart: Promise<unknown> = Promise.resolve();
/** One part at a time: they share the memory they are read into. */
function partInTurn(file: File, work: PartWork): Promise<PreparedPart> {
  const part = lastPart.then(async () => {
    const source = fileSource(file);
    const read = readsIntoMemory ? (start: number, length: number) => readRange(file, start, length) : source.read;
    const { body, headers } = await localPart.prepare({ ...source, read }, work);
    return { body: partBody(file, work, body), headers };
  });
  lastPart = part.catch(() => {}); // told to whoever asked for it
  return part;
}

const reasonOf = (error: unknown) => (error instanceof PartFailed ? error.reason : error instanceof RangeError ? 'range' : null);

self.addEventListener('message', ({ data: { id, file, work } }: MessageEvent<FileJob>) => {
  const say = (news: FileNews, bytes?: Uint8Array) => self.postMessage(news, { transfer: bytes ? [bytes.buffer] : [] });
  const done = work
    ? partInTurn(file, work).then((part) => say({ id, part }))
    : localHash.whole(fileSource(file)).then((whole) => say({ id, whole }, whole.bytes));
  done.catch((error: unknown) => say({ id, failed: reasonOf(error), message: String(error) }));
});
