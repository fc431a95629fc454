import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { openConfinement } from '../../sandbox/index.ts';
import { setGrants } from '../../permission/tree.test-support.ts';
import { freshBytes, openCompany, refused } from '../../testing/index.ts';
import type { Company, Person } from '../../testing/index.ts';
import { copyOut } from '../programs.ts';
import { documentOf, madeBy } from '../rendition.test-support.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#2f6f73' } });
const bytes = async (picture: Sharp): Promise<Buffer<ArrayBuffer>> => Buffer.from(await picture.toBuffer());
const png = (width = 60, height = 40) => bytes(plain(width, height).png());

interface Seen {
  type: string | null;
  content: Buffer;
  width: number;
  height: number;
  pixels: { width: number; height: number } | undefined;
}
async function seenBy(of: Person, instanceId: string): Promise<Seen> {
  const { kind, url, pixels } = await of.looksAt(instanceId);
  assert.equal(kind, 'image');
  const answer = await fetch(url);
  const content = Buffer.from(await answer.arrayBuffer());
  const { width, height } = await sharp(content).metadata();
  return { type: answer.headers.get('content-type'), content, width, height, pixels };
}
const seen = async (content: Buffer<ArrayBuffer>, name: string) => seenBy(person, (await person.uploads(content, name)).instanceId);

test('what browsers do not show is shown as WebP, turned as it was held, with its own size told', async () => {
  const heic = await madeBy('heif-enc', ['-o', 'output.heic', 'input.png'], 'output.heic', { 'input.png': await png(64, 40) });
  const turned = await bytes(plain(60, 40).withMetadata({ orientation: 6 }).tiff());
  const large = await bytes(plain(12_000, 20).tiff({ compression: 'lzw' }));
  const all = [await seen(heic, 'IMG_0001.HEIC'), await seen(turned, '扫描.tif'), await seen(large, '长卷.tiff')];
  assert.deepEqual(
    all.map(({ type, width, height, pixels }) => [type, width, height, pixels]),
    [
      ['image/webp', 64, 40, { width: 64, height: 40 }],
      ['image/webp', 40, 60, { width: 40, height: 60 }],
      ['image/webp', 8192, 14, { width: 12_000, height: 20 }],
    ],
  );
});

test('a drawing comes as a picture, and nothing that it names or runs is in it', async () => {
  const beside = await mkdtemp(join(tmpdir(), 'alcove-beside-'));
  await writeFile(join(beside, 'red.png'), await bytes(sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).png()));
  const drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10"><rect width="20" height="10" fill="#fff"/><script>alert(1)</script><image xlink:href="file://${beside}/red.png" width="20" height="10"/><image href="http://127.0.0.1:9/x.png" width="20" height="10"/></svg>`;
  const { type, content, width, pixels } = await seen(Buffer.from(drawing), '图标.svg');
  await rm(beside, { recursive: true });
  assert.deepEqual([type, width, pixels], ['image/webp', 1536, { width: 20, height: 10 }]);
  assert.deepEqual(
    [...(await sharp(content).extract({ left: 700, top: 300, width: 1, height: 1 }).removeAlpha().raw().toBuffer())],
    [255, 255, 255],
  );
});

/** A PNG of a hundred bytes that claims this size. */
function pngBomb(side: number): Buffer<ArrayBuffer> {
  const piece = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    piece('IHDR', head),
    piece('IDAT', Buffer.from('789c030000000001', 'hex')),
    piece('IEND', Buffer.alloc(0)),
  ]);
}
const entities = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'x'.repeat(99)}">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&j;</text></svg>`;

test('what is broken, too large or no picture is said to be so', async () => {
  const cases: [name: string, content: Buffer<ArrayBuffer>, code: Parameters<typeof refused>[0]][] = [
    ['噪声.heic', freshBytes(5000), 'PREVIEW_CORRUPT'],
    ['半截.tif', (await bytes(plain(500, 500).tiff({ compression: 'lzw' }))).subarray(0, 300), 'PREVIEW_CORRUPT'],
    ['炸弹.tiff', pngBomb(40_000), 'PREVIEW_TOO_COMPLEX'],
    ['实体.svg', Buffer.from(entities), 'PREVIEW_CORRUPT'],
    ['照片.psd', await png(), 'PREVIEW_UNSUPPORTED'],
  ];
  for (const [name, content, code] of cases) {
    const { instanceId } = await person.uploads(content, name);
    await assert.rejects(person.looksAt(instanceId), refused(code), name);
  }
});

test('who may look but not download never gets the bytes of a picture or a PDF (View-only)', async () => {
  const viewer = await company.person();
  const folder = await person.folder('只看');
  await setGrants(company.database, [
    {
      instanceId: folder.instanceId,
      subject: { kind: 'person', id: viewer.userId },
      role: 'viewer',
      source: { kind: 'share', id: folder.instanceId },
      grantorId: person.userId,
    },
  ]);
  const pictures = {
    '照片.png': await png(),
    '照片.jpg': await bytes(plain(60, 40).jpeg()),
    '位图.bmp': await madeBy('ffmpeg', ['-v', 'error', '-i', 'input.png', 'output.bmp'], 'output.bmp', { 'input.png': await png() }),
  };
  for (const [name, content] of Object.entries(pictures)) {
    const { instanceId } = await person.uploads(content, name, folder.instanceId);
    const owns = Buffer.from(await (await fetch((await person.looksAt(instanceId)).url)).arrayBuffer());
    const looks = await seenBy(viewer, instanceId);
    assert.deepEqual([owns.equals(content), looks.type, looks.width], [true, 'image/webp', 60], name);
  }
  const pdf = documentOf('one-page.pdf');
  const { instanceId } = await person.uploads(pdf, '合同.pdf', folder.instanceId);
  const looked = Buffer.from(await (await fetch((await viewer.looksAt(instanceId)).url)).arrayBuffer());
  assert.equal(looked.toString('latin1', 0, 5), '%PDF-');
  assert.equal(looked.includes(pdf.subarray(200, 400)), false);
});

test('where nobody may read the server, pictures are drawn and archives read by copies of the programs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-copies-'));
  await chmod(folder, 0o755);
  const copied = copyOut(folder);
  assert.deepEqual(copyOut(folder), copied, 'once');
  const confinement = openConfinement({ atOnce: 1 });
  const outcome = await confinement.run({
    program: copied.node,
    reads: [copied.packages],
    args: () => [
      '-p',
      `for (const name of ['tar', 'yauzl']) require(${JSON.stringify(`${copied.packages}/`)} + name); require(${JSON.stringify(copied.sharp)}).versions.sharp`,
    ],
    collect: async (_folder, output) => output.toString().trim(),
    limits: { timeoutMs: 20_000, cpuSeconds: 10, memoryBytes: 3 * 2 ** 30, outputBytes: 2 ** 20 },
  });
  await confinement.stop();
  await rm(folder, { recursive: true });
  assert.deepEqual(outcome, { kind: 'done', result: sharp.versions.sharp });
});
