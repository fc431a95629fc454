/** A ZIP of deflated parts, made while it is taken. Each part is some texts; none of them is whole in memory. */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type Part = readonly [name: string, texts: Iterable<string> | AsyncIterable<string>];

/** A descriptor with checksum and sizes follows the content, and names are UTF-8. */
const flags = (1 << 3) | (1 << 11);
const version = 20;
const deflated = 8;
/** 1 January 1980, the first day that a ZIP can name: the same rows are the same file. */
const day = 0x0021;

interface Packed {
  name: string;
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** Sizes must fit into 32 bits. Throws what the texts throw, and ends them if it is ended. */
export async function* packedParts(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  const done: Packed[] = [];
  let offset = 0;
  for (const [name, texts] of parts) {
    const part: Packed = { name, offset, crc: 0, packed: 0, size: 0 };
    const head = localHeader(part);
    yield head;
    for await (const piece of packed(texts, part)) {
      part.packed += piece.length;
      yield piece;
    }
    const tail = record('PK\u0007\u0008', [4, part.crc], [4, part.packed], [4, part.size]);
    yield tail;
    offset += head.length + part.packed + tail.length;
    done.push(part);
  }
  const directory = Buffer.concat(done.map(centralRecord));
  yield Buffer.concat([
    directory,
    record('PK\u0005\u0006', [4, 0], [2, done.length], [2, done.length], [4, directory.length], [4, offset], [2, 0]),
  ]);
}

async function* packed(texts: Part[1], part: Packed): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of texts) {
      const bytes = Buffer.from(text);
      part.crc = crc32(bytes, part.crc);
      part.size += bytes.length;
      yield bytes;
    }
  }
  // An error of the texts ends the packing with it, and whoever takes no more ends the texts.
  yield* pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined) as AsyncIterable<Buffer>;
}

const localHeader = ({ name }: Packed): Buffer =>
  Buffer.concat([
    record('PK\u0003\u0004', [2, version], [2, flags], [2, deflated], [2, 0], [2, day], [4, 0], [4, 0], [4, 0], [2, Buffer.byteLength(name)], [2, 0]),
    Buffer.from(name),
  ]); // prettier-ignore

const centralRecord = ({ name, offset, crc, packed: size, size: whole }: Packed): Buffer =>
  Buffer.concat([
    record('PK\u0001\u0002', [2, version], [2, version], [2, flags], [2, deflated], [2, 0], [2, day], [4, crc], [4, size], [4, whole],
      [2, Buffer.byteLength(name)], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
    Buffer.from(name),
  ]); // prettier-ignore

function record(signature: string, ...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [length]) => sum + length, 0));
  let at = bytes.write(signature, 'latin1');
  for (const [length, value] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}
