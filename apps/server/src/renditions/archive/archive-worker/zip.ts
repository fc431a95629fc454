import type { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { keepBounded } from './bounded.ts';
import type { RawListing } from './order.ts';
import { piece, stream } from './pieces.ts';
import { ArchiveRefused } from './archive-refused.ts';
import { mostEntryBytes, mostUnpacked } from './unpacked.ts';
import { decodeNames } from './zip-names.ts';

const windowBytes = 256 * 1024;

/** Buffers the archive in windows: a ZIP's directory is read in small steps, each of which would be a request to the store. */
class Windows extends RandomAccessReader {
  readonly #size: number;
  #window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(size: number) {
    super();
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    this.#require(start, end);
    return stream(start, end);
  }

  override read(into: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void): void {
    try {
      this.#at(position, length).copy(into, offset);
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null);
  }

  #at(position: number, length: number): Buffer {
    this.#require(position, position + length);
    const from = position - this.#window.start;
    if (from >= 0 && from + length <= this.#window.bytes.length) return this.#window.bytes.subarray(from, from + length);
    const end = Math.min(this.#size, position + Math.max(length, windowBytes));
    this.#window = { start: position, bytes: piece(position, end - position) };
    return this.#window.bytes.subarray(0, length);
  }

  #require(start: number, end: number): void {
    if (start < 0 || end > this.#size || start > end) throw new ArchiveRefused('corrupt');
  }
}

/** Reads a ZIP by its directory. Of the content, only the requested entry is read. */
export const zipReader = (size: number, mostEntries: number) => ({
  async list(): Promise<RawListing> {
    const zip = await openZip(size);
    const listed = await entriesOf(zip, mostEntries);
    const names = decodeNames(
      listed.map(({ fileNameRaw, generalPurposeBitFlag, extraFields }) => ({
        raw: fileNameRaw,
        utf8: (generalPurposeBitFlag & 0x800) !== 0,
        extraFields,
      })),
    );
    const entries = listed.map((entry, place) => ({
      name: names[place]!,
      size: entry.uncompressedSize,
      modifiedAt: dosTime(entry.lastModFileDate, entry.lastModFileTime),
      folder: /[/\\]$/.test(names[place]!),
      locked: entry.isEncrypted(),
    }));
    return { entries, more: Math.max(0, zip.entryCount - entries.length) };
  },
  async unpack(index: number): Promise<void> {
    const zip = await openZip(size);
    const entry = (await entriesOf(zip, index + 1))[index];
    if (!entry) throw new ArchiveRefused('corrupt');
    if (entry.isEncrypted()) throw new ArchiveRefused('encrypted');
    if (!entry.canDecodeFileData()) throw new ArchiveRefused('unsupported');
    await keepBounded(await zip.openReadStreamPromise(entry), Math.min(mostEntryBytes, mostUnpacked(entry.compressedSize)));
  },
});

export const openZip = (size: number): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(new Windows(size), size, { decodeStrings: false, autoClose: false });

/** The first ones, up to the limit. */
export async function entriesOf(zip: ZipFile, most: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  if (zip.entryCount === 0) return entries;
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length >= most) break;
  }
  return entries;
}

/** The local time of whoever packed it; the zone is unknown. */
function dosTime(date: number, time: number): string | null {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  const text = `${year}-${two(month)}-${two(day)}T${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`;
  return Number.isNaN(Date.parse(text)) ? null : text;
}
