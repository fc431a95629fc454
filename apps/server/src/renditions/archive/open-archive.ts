import type { Making } from '../converter.ts';
import { isTar, tarHeadBytes } from './archive-worker/is-tar.ts';
import type { Order, RawListing } from './archive-worker/order.ts';
import { ArchiveRefused } from './archive-worker/archive-refused.ts';
import { sevenZipReader, sevenZipStreamReader } from './read-7z.ts';
import type { Packed } from './read-7z.ts';
import { asJson, readApart } from './read-in-archive-worker.ts';

export interface ArchiveReader {
  list(): Promise<RawListing>;
  /** Unpacks the entry at this position of the listing. `take` gets the file before it is removed. */
  unpack(index: number, take: (made: string) => Promise<void>): Promise<void>;
}

const starts = (head: Buffer, ...bytes: number[]): boolean => head.subarray(0, bytes.length).equals(Buffer.from(bytes));

/** Opens an archive by its content, not by its name. For `7z` it is copied to `path`. */
export async function openArchive(making: Making, path: string): Promise<ArchiveReader> {
  const { source, confinement, signal } = making;
  const head = await source.head(tarHeadBytes);
  if (starts(head, 0x50, 0x4b)) return inArchiveWorker(making, 'zip');
  if (starts(head, 0x1f, 0x8b)) return inArchiveWorker(making, 'gzip');
  if (isTar(head)) return inArchiveWorker(making, 'tar');
  const copied = async (): Promise<Packed> => {
    if (!(await confinement.has('7z'))) throw new ArchiveRefused('missing');
    await source.writeTo(path, signal);
    return { path, size: source.size, confinement };
  };
  if (starts(head, 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return sevenZipReader(await copied(), '7z');
  if (head.subarray(0, 6).toString('latin1') === 'Rar!\x1a\x07') return sevenZipReader(await copied(), head[6] === 1 ? 'rar5' : 'rar');
  if (head.subarray(0, 3).toString('latin1') === 'BZh') return sevenZipStreamReader(await copied(), 'bzip2');
  if (starts(head, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)) return sevenZipStreamReader(await copied(), 'xz');
  throw new ArchiveRefused('corrupt');
}

const inArchiveWorker = (making: Making, format: Order['format']): ArchiveReader => ({
  list: () => readApart(making, { format, work: 'list' }, asJson<RawListing>),
  unpack: (index, take) => readApart(making, { format, work: { unpack: index } }, take),
});
