import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { isItsTurn } from '../../testing/thorough.ts';
import { unzip } from '../unzip.test-support.ts';
import type { ZipEntry } from './zip-records.ts';
import { layOut, zipBytes } from './zip-stream.ts';
import type { Stretch } from './zip-stream.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-zip-'));
});
after(() => rm(folder, { recursive: true }));

interface TestEntry extends ZipEntry {
  bytes: Buffer;
}
const modified = new Date('2026-11-21T15:30:08Z');
const entryOf = (path: string, bytes: Buffer, known = true): TestEntry => ({
  path,
  bytes,
  size: bytes.length,
  modified,
  crc32: known ? crc32(bytes) : null,
});

async function* read({ bytes }: TestEntry, { start, end }: Stretch): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += 100_000) yield bytes.subarray(at, Math.min(end, at + 100_000));
}

async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

for (const known of [true, false]) {
  test(`another reader finds every entry, its name, time and bytes; checksums ${known ? 'known' : 'unknown'} before`, async () => {
    const entries = [
      entryOf('空文件夹/', Buffer.alloc(0)),
      entryOf('报告 📊.txt', randomBytes(333_333), known),
      entryOf('深/层/🙂.bin', randomBytes(10), known),
      entryOf('深/空.txt', Buffer.alloc(0)),
    ];
    const layout = layOut(entries);
    const whole = await bytesOf(zipBytes(layout, read));
    assert.equal(whole.length, layout.size);
    const file = join(folder, `plain-${known}.zip`);
    await writeFile(file, whole);
    assert.deepEqual(
      await unzip(file),
      entries.map(({ path, bytes, size }) => ({
        name: path,
        size,
        sha256: sha256(bytes),
        time: modified.getTime() / 1000,
        flags: known || size === 0 ? 0x800 : 0x808,
        compressed: false,
      })),
    );
    assert.match(execFileSync('unzip', ['-t', file]).toString(), /No errors detected/);
  });
}

test('an archive without entries is an archive', async () => {
  const layout = layOut([]);
  const file = join(folder, 'empty.zip');
  await writeFile(file, await bytesOf(zipBytes(layout, read)));
  assert.deepEqual([layout.size, await unzip(file)], [22, []]);
});

test('any stretch is the same bytes as in the whole; without checksums only the whole is sent', async () => {
  const entries = [
    entryOf('a/', Buffer.alloc(0)),
    ...Array.from({ length: 40 }, (_, n) => entryOf(`a/${n}.bin`, randomBytes((n * 7919) % 150_000))),
  ];
  const layout = layOut(entries);
  const whole = await bytesOf(zipBytes(layout, read));
  const edges = [
    0,
    1,
    layout.directory.offset - 1,
    layout.directory.offset,
    layout.directory.offset + 100,
    layout.size - 22,
    layout.size - 1,
  ];
  const starts = [...edges, ...layout.offsets, ...Array.from({ length: 60 }, () => Math.floor(Math.random() * layout.size))];
  for (const start of starts) {
    for (const end of [start + 1, Math.min(layout.size, start + 70_000), layout.size]) {
      const stretch = await bytesOf(zipBytes(layout, read, { start, end }));
      assert.ok(stretch.equals(whole.subarray(start, end)), `${start} to ${end}`);
    }
  }
  const unknown = layOut([entryOf('b', randomBytes(10), false)]);
  assert.equal(unknown.seekable, false);
  await assert.rejects(bytesOf(zipBytes(unknown, read, { start: 1, end: unknown.size })), RangeError);
});

test('only what a stretch covers is read', async () => {
  const entries = Array.from({ length: 5 }, (_, n) => entryOf(`${n}`, randomBytes(1000)));
  const layout = layOut(entries);
  const wanted: [string, number, number][] = [];
  const noting = (entry: TestEntry, stretch: Stretch) => {
    wanted.push([entry.path, stretch.start, stretch.end]);
    return read(entry, stretch);
  };
  const contentAt = layout.offsets[2]! + 40; // header, name of one letter, time
  await bytesOf(zipBytes(layout, noting, { start: contentAt + 10, end: layout.offsets[3]! + 45 }));
  assert.deepEqual(wanted, [
    ['2', 10, 1000],
    ['3', 0, 5],
  ]);
});

test('content that is shorter, longer or other than announced ends the archive with an error', async () => {
  const bytes = randomBytes(1000);
  for (const wrong of [
    { ...entryOf('a', bytes), bytes: bytes.subarray(1) },
    { ...entryOf('a', bytes), size: 999 },
    { ...entryOf('a', bytes), crc32: 1 },
  ]) {
    const unread = async function* (entry: TestEntry) {
      yield entry.bytes;
    };
    await assert.rejects(bytesOf(zipBytes(layOut([wrong]), unread)), /content is not/);
  }
});

const zeros = Buffer.alloc(1024 * 1024);
async function* readZeros(_: ZipEntry, { start, end }: Stretch): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += zeros.length) yield end - at < zeros.length ? zeros.subarray(0, end - at) : zeros;
}

type Seen = [name: string, size: number, offset: number, crc32: number];
/**
 * Reads of a large archive what a reader checks: sizes, offsets and checksums, and the beginning of each entry, or of one in so many; small
 * ones completely.
 */
const look = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    for i in z.infolist()[::int((sys.argv[2:] or [1])[0])]:
        with z.open(i) as f: f.read(1 << 20)
    print(json.dumps([[i.filename, i.file_size, i.header_offset, i.CRC] for i in z.infolist()]))
`;

/** Gigabytes are read twice, so one of the two comes with each commit, and each in time. */
for (const known of [false, true].filter((_, index) => isItsTurn(index, 2)))
  test(`Zip64: a file of more than 4 GiB, and files that begin behind the fourth, checksums ${known ? 'known' : 'unknown'} before`, async () => {
    const large = 4 * 1024 ** 3 + 12_345;
    const ofZeros = 0x1e83137d;
    const entries: ZipEntry[] = [
      { path: '大文件.bin', size: large, modified, crc32: known ? ofZeros : null },
      { path: 'behind.bin', size: 7, modified, crc32: known ? crc32(Buffer.alloc(7)) : null },
      { path: 'folder/', size: 0, modified, crc32: 0 },
    ];
    const layout = layOut(entries);
    const path = join(folder, 'large.zip');
    const file = await open(path, 'w');
    let at = 0;
    for await (const bytes of zipBytes(layout, readZeros)) {
      if (bytes !== zeros) await file.write(bytes, 0, bytes.length, at); // skipped zeros become holes in the file
      at += bytes.length;
    }
    await file.close();
    assert.equal(at, layout.size);
    const seen = JSON.parse(execFileSync('python3', ['-c', look, path]).toString()) as Seen[];
    assert.equal(seen[0]![3], ofZeros);
    assert.deepEqual(
      seen.map(([name, size, offset]) => [name, size, offset]),
      entries.map(({ path, size }, index) => [path, size, layout.offsets[index]]),
    );
    assert.match(execFileSync('unzip', ['-t', path, 'behind.bin', 'folder/']).toString(), /No errors detected/);
  });

test('Zip64: more than 65,535 entries', async () => {
  const entries = Array.from({ length: 70_000 }, (_, n) => entryOf(`f/${n}`, Buffer.from(`${n}`)));
  const layout = layOut(entries);
  const file = join(folder, 'many.zip');
  const whole = await bytesOf(zipBytes(layout, read));
  assert.equal(whole.length, layout.size);
  await writeFile(file, whole);
  const seen = JSON.parse(execFileSync('python3', ['-c', look, file, '9999'], { maxBuffer: 2 ** 26 }).toString()) as Seen[];
  assert.deepEqual(
    seen.map(([name, , offset, crc]) => [name, offset, crc]),
    entries.map(({ path, crc32 }, index) => [path, layout.offsets[index], crc32]),
  );
});
