import { buffer } from 'node:stream/consumers';
import { limits } from '@alcove/contract';
import type { Source } from '../renditions/index.ts';

/** The record at the end of a ZIP without its comment, and the longest comment. */
const end = { bytes: 22, signature: Buffer.from('PK\u0005\u0006', 'latin1'), comment: 0xffff };
/** Longer directories are read by the program. */
const mostDirectory = 2 ** 20;
/** Each name of a part of a document that has text contains one of these. */
const inNames = ['word/', 'xl/', 'ppt/', 'content.xml'];

/**
 * True if the directory of a ZIP names no part of a document that has text. Nothing in it is parsed but the record at its end, so this
 * needs no program of its own, which would take a tenth of a second of a processor for each archive that arrives. Whatever is unusual is
 * left to the program.
 */
export async function isZipWithoutText(source: Source): Promise<boolean> {
  const start = Math.max(0, source.size - end.bytes - end.comment);
  const tail = await buffer(await source.read({ start, end: source.size - 1 }));
  const at = tail.lastIndexOf(end.signature);
  if (at < 0 || at + end.bytes > tail.length || at + end.bytes + tail.readUInt16LE(at + 20) !== tail.length) return false;
  const disks = tail.readUInt32LE(at + 4);
  const [entries, size, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (disks !== 0 || entries > limits.archiveEntries || size > mostDirectory || offset + size !== start + at) return false;
  const directory =
    offset >= start ? tail.subarray(offset - start, at) : await buffer(await source.read({ start: offset, end: offset + size - 1 }));
  return !inNames.some((part) => directory.includes(part));
}
