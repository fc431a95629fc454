import { buffer } from 'node:stream/consumers';
import type { ZipFile } from 'yauzl';
import { bounded } from '../archive/bounded.ts';
import { entriesOf, withZip } from '../archive/read-zip.ts';
import { mostEntries, Refused } from '../archive/reader.ts';
import type { Source } from '../converter.ts';
import type { DocumentKind } from './document-kind.ts';

const MiB = 2 ** 20;
/** What a document may come to when it is unpacked, and how much more than it is packed: XML shrinks to a twentieth, a bomb to a thousandth. */
const most = { bytes: 1024 * MiB, ratio: 200, beforeRatio: 64 * MiB, manifest: 4 * MiB };

const byFolder: readonly [string, string][] = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
];
const byType: Readonly<Record<string, string>> = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' };

/** Word, Excel, PowerPoint and OpenDocument, told apart by what is in them. */
export async function zipDocument(source: Source, head: Buffer): Promise<DocumentKind> {
  try {
    return await withZip(source, (zip) => kindOf(zip, source, head));
  } catch (error) {
    if (error instanceof Refused) return { refused: error.reason };
    throw error;
  }
}

async function kindOf(zip: ZipFile, source: Source, head: Buffer): Promise<DocumentKind> {
  if (zip.entryCount > mostEntries) return { refused: 'tooLarge' };
  const entries = await entriesOf(zip, mostEntries);
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (size > most.bytes || (size > most.beforeRatio && size > source.size * most.ratio)) return { refused: 'tooLarge' };
  const named = new Map(entries.map((entry) => [entry.fileNameRaw.toString(), entry]));

  if (named.has('[Content_Types].xml')) {
    const found = byFolder.find(([folder]) => [...named.keys()].some((name) => name.startsWith(folder)));
    return found ? { extension: found[1] } : { refused: 'corrupt' };
  }
  // OpenDocument says at its very beginning what it is, unpacked.
  const type = /^mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/.exec(
    head.toString('latin1', 30, 120),
  )?.[1];
  const manifest = named.get('META-INF/manifest.xml');
  if (type === undefined || !manifest) return { refused: 'corrupt' };
  const text = await buffer((await zip.openReadStreamPromise(manifest)).pipe(bounded(most.manifest)));
  return text.includes('encryption-data') ? { refused: 'encrypted' } : { extension: byType[type]! };
}
