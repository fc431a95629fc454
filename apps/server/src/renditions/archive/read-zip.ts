import { PassThrough, pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import type { Source } from '../converter.ts';
import { writeBounded } from './bounded.ts';
import { mostEntries, mostEntryBytes, mostUnpacked, Refused } from './reader.ts';
import type { ArchiveReader } from './reader.ts';
import { decodeNames } from './zip-names.ts';

const windowBytes = 256 * 1024;

/** The content in pieces: the directory of a ZIP is read in small steps, each of which would be a request to the store. */
class Pieces extends RandomAccessReader {
  /** What the store failed with. All else that goes wrong is the archive's fault. */
  fault: unknown;
  readonly #source: Source;
  #window = { start: 0, bytes: Buffer.alloc(0) };

  constructor(source: Source) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    this.#open(start, end).then(
      (stream) => pipeline(stream, through, () => {}), // told to whoever reads `through`
      (error: Error) => through.destroy(error),
    );
    return through;
  }

  override read(into: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void): void {
    // oxlint-disable-next-line promise/no-callback-in-promise -- what yauzl asks by
    void this.#readInto(into, offset, position, length).then(done);
  }

  /** What went wrong, or null. */
  async #readInto(into: Buffer, offset: number, position: number, length: number): Promise<Error | null> {
    try {
      (await this.#piece(position, length)).copy(into, offset);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  async #piece(position: number, length: number): Promise<Buffer> {
    const from = position - this.#window.start;
    if (from < 0 || from + length > this.#window.bytes.length) {
      const end = Math.min(this.#source.size, position + Math.max(length, windowBytes));
      this.#window = { start: position, bytes: await buffer(await this.#open(position, end)) };
      return this.#window.bytes.subarray(0, length);
    }
    return this.#window.bytes.subarray(from, from + length);
  }

  async #open(start: number, end: number): Promise<Readable> {
    if (start < 0 || end > this.#source.size || start >= end) throw new Refused('corrupt');
    try {
      return await this.#source.read({ start, end: end - 1 });
    } catch (error) {
      this.fault = error;
      throw error;
    }
  }
}

/** A ZIP by its directory: of the rest only the one entry is read that is unpacked. */
export function zipReader(source: Source): ArchiveReader {
  return {
    list: () =>
      withZip(source, async (zip) => {
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
      }),
    unpack: (index, path) =>
      withZip(source, async (zip) => {
        const entry = (await entriesOf(zip, index + 1))[index];
        if (!entry) throw new Refused('corrupt');
        if (entry.isEncrypted()) throw new Refused('encrypted');
        if (!entry.canDecodeFileData()) throw new Refused('unsupported');
        const most = Math.min(mostEntryBytes, mostUnpacked(entry.compressedSize));
        await writeBounded(await zip.openReadStreamPromise(entry), path, most);
      }),
  };
}

/** What the work throws over the ZIP itself says that it is corrupt. */
export async function withZip<Result>(source: Source, work: (zip: ZipFile) => Promise<Result>): Promise<Result> {
  const pieces = new Pieces(source);
  try {
    const zip = await fromRandomAccessReaderPromise(pieces, source.size, { decodeStrings: false, autoClose: false });
    return await work(zip);
  } catch (error) {
    if (pieces.fault !== undefined) throw pieces.fault;
    if (error instanceof Refused || isOurs(error)) throw error;
    throw new Refused('corrupt');
  }
}

/** A disk that is full is no fault of the archive. */
const isOurs = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined;

/** The first so many. */
export async function entriesOf(zip: ZipFile, most: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  if (zip.entryCount === 0) return entries;
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length >= most) break;
  }
  return entries;
}

/** The clock of whoever packed it, who did not say where that was. */
function dosTime(date: number, time: number): string | null {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  const text = `${year}-${two(month)}-${two(day)}T${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`;
  return Number.isNaN(Date.parse(text)) ? null : text;
}
