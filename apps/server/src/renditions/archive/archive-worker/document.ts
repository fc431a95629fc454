import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { bounded } from './bounded.ts';
import { piece } from './pieces.ts';
import { ArchiveRefused } from './archive-refused.ts';
import { entriesOf, openZip } from './zip.ts';

const MiB = 2 ** 20;
/**
 * The limits of an unpacked document: its size, and the ratio to its packed size. XML shrinks to a twentieth, a zip bomb to a thousandth.
 */
const most = { bytes: 1024 * MiB, ratio: 200, beforeRatio: 64 * MiB, manifest: 4 * MiB };

const byFolder: readonly [string, string][] = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
];
const byType: Readonly<Record<string, string>> = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' };

/** Tells Word, Excel, PowerPoint and OpenDocument apart by their entries. */
export async function zipDocument(size: number, mostEntries: number): Promise<{ extension: string }> {
  const zip = await openZip(size);
  if (zip.entryCount > mostEntries) throw new ArchiveRefused('tooLarge');
  const entries = await entriesOf(zip, mostEntries);
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > most.bytes || (unpacked > most.beforeRatio && unpacked > size * most.ratio)) throw new ArchiveRefused('tooLarge');
  const named = new Map(entries.map((entry) => [entry.fileNameRaw.toString(), entry]));

  if (named.has('[Content_Types].xml')) {
    const found = byFolder.find(([folder]) => [...named.keys()].some((name) => name.startsWith(folder)));
    if (!found) throw new ArchiveRefused('corrupt');
    return { extension: found[1] };
  }
  // OpenDocument states its type at its very beginning, uncompressed.
  const head = piece(0, Math.min(size, 120)).toString('latin1', 30);
  const type = /^mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/.exec(head)?.[1];
  const manifest = named.get('META-INF/manifest.xml');
  if (type === undefined || !manifest) throw new ArchiveRefused('corrupt');
  const text = await buffer(pipeline(await zip.openReadStreamPromise(manifest), bounded(most.manifest), () => {}));
  if (text.includes('encryption-data')) throw new ArchiveRefused('encrypted');
  return { extension: byType[type]! };
}
