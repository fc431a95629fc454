/** Files that are opened after their upload: for search, previews and thumbnails. */
import { deflateSync, crc32 } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@alcove/contract';
import { zipOf } from '../../search/zip.test-support.ts';
import { fillings } from './largest-request.ts';
import type { WorstCase } from './worst-cases.test.ts';
import type { World } from './world.ts';

const MiB = 2 ** 20;
const marks = fillings['marks out of order']!;

/** A black picture with so many pixels in a few kilobytes. */
function picture(width: number, height: number): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer): Buffer => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const files = (): Record<string, Buffer<ArrayBuffer> | string> => ({
  'marks.txt': marks(MiB / 2),
  'one-word.txt': 'a'.repeat(MiB),
  'blanks.txt': `${' '.repeat(MiB)}x`,
  'swelling.txt': '\ufdfa'.repeat(MiB / 3),
  'quotes.csv': `${'"",'.repeat(MiB / 3)}"`,
  'brackets.html': '<a '.repeat(MiB / 3),
  'names.zip': zipOf(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${n}/${'n'.repeat(400)}`, '']))),
  'parts.docx': zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:p>'.repeat(MiB / 5) }),
  'cells.xlsx': zipOf({ '[Content_Types].xml': '<Types/>', 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(60_000)}</sst>` }),
  'large.png': picture(10_000, 10_000),
});

/** Each is uploaded and previewed. */
export const readCases = (world: World): WorstCase[] =>
  Object.entries(files()).map(([name, bytes]) => ({
    name: `a file: ${name}`,
    async send() {
      const { instanceId } = await world.person.uploads(bytes, name, world.person.rootId, 'rename');
      await world.person.ask(calls.download.preview, { instanceId });
      await world.person.ask(calls.download.thumbnails, { instanceIds: [instanceId] });
    },
  }));

/** When the text of every existing file was extracted. */
export async function whenRead({ database }: World): Promise<void> {
  const waiting = () => database.selectFrom('blob').select('id').where('text_state', 'is', null).executeTakeFirst();
  while (await waiting()) await sleep(50);
}
