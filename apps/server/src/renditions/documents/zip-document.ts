import type { Source } from '../converter.ts';
import { entriesOf, mostEntries, readEntry } from './zip-source.ts';
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
  const entries = await entriesOf(source);
  if (entries === null) return { refused: 'corrupt' };
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  const isBomb = size > most.bytes || (size > most.beforeRatio && size > source.size * most.ratio);
  if (entries.length > mostEntries || isBomb) return { refused: 'tooLarge' };
  const named = (name: string) => entries.find((entry) => entry.name === name);

  if (named('[Content_Types].xml')) {
    const found = byFolder.find(([folder]) => entries.some(({ name }) => name.startsWith(folder)));
    return found ? { extension: found[1] } : { refused: 'corrupt' };
  }
  // OpenDocument says at its very beginning what it is, unpacked.
  const type = /^mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/.exec(
    head.toString('latin1', 30, 120),
  )?.[1];
  if (type === undefined) return { refused: 'corrupt' };
  const manifest = named('META-INF/manifest.xml');
  const text = manifest && (await readEntry(source, manifest, most.manifest));
  if (!text) return { refused: 'corrupt' };
  return text.includes('encryption-data') ? { refused: 'encrypted' } : { extension: byType[type]! };
}
