import type { Making } from '../converter.ts';
import { gzipReader, plainTarReader } from './read-packed.ts';
import { sevenZipReader, sevenZipStreamReader } from './read-7z.ts';
import type { Packed } from './read-7z.ts';
import { isTar, tarHeadBytes } from './read-tar.ts';
import { zipReader } from './read-zip.ts';
import { Refused } from './reader.ts';
import type { ArchiveReader } from './reader.ts';

const starts = (head: Buffer, ...bytes: number[]): boolean => head.subarray(0, bytes.length).equals(Buffer.from(bytes));

/** By what it is, whatever it is called. What only a program reads is copied to `path` for it. */
export async function openArchive({ source, confinement, signal }: Making, path: string): Promise<ArchiveReader> {
  const head = await source.head(tarHeadBytes);
  if (starts(head, 0x50, 0x4b)) return zipReader(source);
  if (starts(head, 0x1f, 0x8b)) return gzipReader(source);
  if (isTar(head)) return plainTarReader(source);
  const copied = async (): Promise<Packed> => {
    if (!(await confinement.has('7z'))) throw new Refused('missing');
    await source.writeTo(path, signal);
    return { path, size: source.size, confinement };
  };
  if (starts(head, 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return sevenZipReader(await copied(), '7z');
  if (head.subarray(0, 6).toString('latin1') === 'Rar!\x1a\x07') return sevenZipReader(await copied(), head[6] === 1 ? 'rar5' : 'rar');
  if (head.subarray(0, 3).toString('latin1') === 'BZh') return sevenZipStreamReader(await copied(), 'bzip2');
  if (starts(head, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)) return sevenZipStreamReader(await copied(), 'xz');
  throw new Refused('corrupt');
}
