/**
 * The records of a ZIP (APPNOTE 6.3.10) whose entries are stored uncompressed. Zip64 fields are used only where a number does not fit into
 * 32 or 16 bits, so that a reader without Zip64 can open a small ZIP.
 */

export interface ZipEntry {
  /** Folders end with `/`. */
  path: string;
  size: number;
  modified: Date;
  /** Null if it is not known before the content is read. It then follows the content, in a descriptor. */
  crc32: number | null;
}

const full16 = 0xffff;
const full32 = 0xffffffff;
const version = { plain: 20, zip64: 45 };
const madeByUnix = (3 << 8) | 63;
const flags = { descriptor: 1 << 3, utf8: 1 << 11 };
const modes = { file: 0o100644, folder: 0o40755 };
const msdosFolder = 0x10;
const timeField = 9;

export const isLarge = (entry: ZipEntry): boolean => entry.size >= full32;
const isFolder = (entry: ZipEntry): boolean => entry.path.endsWith('/');
const hasDescriptor = (entry: ZipEntry): boolean => entry.crc32 === null;
const nameSize = (entry: ZipEntry): number => Buffer.byteLength(entry.path);

export const localHeaderSize = (entry: ZipEntry): number => 30 + nameSize(entry) + timeField + (isLarge(entry) ? 20 : 0);
export const descriptorSize = (entry: ZipEntry): number => (!hasDescriptor(entry) ? 0 : isLarge(entry) ? 24 : 16);
export const centralRecordSize = (entry: ZipEntry, offset: number): number =>
  46 + nameSize(entry) + timeField + zip64Field(entry, offset).length;
export const endRecordsSize = (directory: Directory): number => (needsZip64(directory) ? 56 + 20 + 22 : 22);

/** The central directory: number of records, offset of the first one, total size in bytes. */
export interface Directory {
  count: number;
  offset: number;
  size: number;
}

/** Local date and time from 1980 on, with a resolution of two seconds, for readers that do not know the extended timestamp. */
function dosTime(moment: Date): { date: number; time: number } {
  const year = Math.min(Math.max(moment.getFullYear(), 1980), 2107);
  return {
    date: ((year - 1980) << 9) | ((moment.getMonth() + 1) << 5) | moment.getDate(),
    time: (moment.getHours() << 11) | (moment.getMinutes() << 5) | (moment.getSeconds() >> 1),
  };
}

/** The extended timestamp field: seconds in UTC. */
function extendedTime(moment: Date): Buffer {
  const field = Buffer.alloc(timeField);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(Math.min(Math.floor(moment.getTime() / 1000), 0x7fffffff), 5);
  return field;
}

/** The numbers that do not fit into the record's 32 bits: the size twice, then the offset. */
function zip64Field(entry: ZipEntry, offset: number): Buffer {
  const numbers = [...(isLarge(entry) ? [entry.size, entry.size] : []), ...(offset >= full32 ? [offset] : [])];
  if (numbers.length === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(4 + numbers.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(numbers.length * 8, 2);
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + index * 8);
  return field;
}

/**
 * The fields that the local header and the central record share: from the version needed to extract up to the length of the extra field.
 */
function commonFields(entry: ZipEntry, { crc, size, extra, zip64 }: { crc: number; size: number; extra: number; zip64: boolean }): Buffer {
  const { date, time } = dosTime(entry.modified);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(zip64 ? version.zip64 : version.plain, 0);
  fields.writeUInt16LE(flags.utf8 | (hasDescriptor(entry) ? flags.descriptor : 0), 2);
  fields.writeUInt16LE(0, 4); // stored
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(size, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(nameSize(entry), 22);
  fields.writeUInt16LE(extra, 24);
  return fields;
}

const signature = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number, 0);
  return bytes;
};

/**
 * If a descriptor follows, checksum and sizes are zero here (4.4.4, bit 3). The Zip64 field tells readers that the descriptor's sizes have
 * 8 bytes.
 */
export function localHeader(entry: ZipEntry): Buffer {
  const large = isLarge(entry);
  const size = hasDescriptor(entry) ? 0 : entry.size;
  const extra = Buffer.concat([extendedTime(entry.modified), large ? sizesField(size) : Buffer.alloc(0)]);
  return Buffer.concat([
    signature(0x04034b50),
    commonFields(entry, { crc: entry.crc32 ?? 0, size: large ? full32 : size, extra: extra.length, zip64: large }),
    Buffer.from(entry.path),
    extra,
  ]);
}

function sizesField(size: number): Buffer {
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(size), 12);
  return field;
}

/** The descriptor follows content whose checksum was not known before. */
export function descriptor(entry: ZipEntry, crc: number): Buffer {
  const bytes = Buffer.alloc(descriptorSize(entry));
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  if (isLarge(entry)) {
    bytes.writeBigUInt64LE(BigInt(entry.size), 8);
    bytes.writeBigUInt64LE(BigInt(entry.size), 16);
  } else {
    bytes.writeUInt32LE(entry.size, 8);
    bytes.writeUInt32LE(entry.size, 12);
  }
  return bytes;
}

export function centralRecord(entry: ZipEntry, crc: number, offset: number): Buffer {
  const zip64 = zip64Field(entry, offset);
  const extra = Buffer.concat([extendedTime(entry.modified), zip64]);
  const head = Buffer.alloc(2);
  head.writeUInt16LE(madeByUnix, 0);
  const tail = Buffer.alloc(14); // no comment, first disk, no internal attributes
  tail.writeUInt32LE(isFolder(entry) ? ((modes.folder << 16) | msdosFolder) >>> 0 : (modes.file << 16) >>> 0, 6);
  tail.writeUInt32LE(Math.min(offset, full32), 10);
  return Buffer.concat([
    signature(0x02014b50),
    head,
    commonFields(entry, { crc, size: Math.min(entry.size, full32), extra: extra.length, zip64: zip64.length > 0 }),
    tail,
    Buffer.from(entry.path),
    extra,
  ]);
}

const needsZip64 = ({ count, offset, size }: Directory): boolean => count >= full16 || offset >= full32 || size >= full32;

export function endRecords(directory: Directory): Buffer {
  const { count, offset, size } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, full16), 8);
  end.writeUInt16LE(Math.min(count, full16), 10);
  end.writeUInt32LE(Math.min(size, full32), 12);
  end.writeUInt32LE(Math.min(offset, full32), 16);
  if (!needsZip64(directory)) return end;

  const zip64 = Buffer.alloc(56 + 20);
  zip64.writeUInt32LE(0x06064b50, 0);
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE(madeByUnix, 12);
  zip64.writeUInt16LE(version.zip64, 14);
  zip64.writeBigUInt64LE(BigInt(count), 24);
  zip64.writeBigUInt64LE(BigInt(count), 32);
  zip64.writeBigUInt64LE(BigInt(size), 40);
  zip64.writeBigUInt64LE(BigInt(offset), 48);
  zip64.writeUInt32LE(0x07064b50, 56);
  zip64.writeBigUInt64LE(BigInt(offset + size), 64);
  zip64.writeUInt32LE(1, 72);
  return Buffer.concat([zip64, end]);
}
