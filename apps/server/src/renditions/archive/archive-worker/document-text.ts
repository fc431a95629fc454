import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import { bounded } from './bounded.ts';
import { xmlText } from './xml-text.ts';
import { entriesOf, openZip } from './zip.ts';

const MiB = 2 ** 20;
/** Of unpacked XML: for one part, and for all parts that are read. */
const most = { part: 8 * MiB, together: 16 * MiB };

/** Word, Excel, PowerPoint and OpenDocument. */
const textParts =
  /^(word\/(document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml|xl\/sharedStrings\.xml|ppt\/(slides|notesSlides)\/[^/]+\.xml|content\.xml)$/;

/** The beginning of a document's text, up to that many characters, without markup. Parts that are too large or broken are left out. */
export async function documentText(size: number, mostEntries: number, characters: number): Promise<string> {
  const zip = await openZip(size);
  let [text, left] = ['', most.together];
  for (const entry of await entriesOf(zip, mostEntries)) {
    if (left <= 0 || text.length >= characters) break;
    if (!textParts.test(entry.fileNameRaw.toString('utf8')) || !entry.canDecodeFileData()) continue;
    const part = await unpacked(zip, entry, Math.min(most.part, left));
    left -= part.length;
    text += `${xmlText(part.toString('utf8'), characters - text.length)}\n`;
  }
  return text;
}

/** Empty if the part is too large or broken; all errors here are the document's fault. */
async function unpacked(zip: ZipFile, entry: Entry, mostBytes: number): Promise<Buffer> {
  try {
    return await buffer(pipeline(await zip.openReadStreamPromise(entry), bounded(mostBytes), () => {}));
  } catch {
    return Buffer.alloc(0);
  }
}
