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

/** `whole`: nothing of the text is missing. */
export interface DocumentText {
  text: string;
  whole: boolean;
}

/** The beginning of a document's text, up to that many characters, without markup. Parts that are too large or broken are left out. */
export async function documentText(size: number, mostEntries: number, characters: number): Promise<DocumentText> {
  const zip = await openZip(size);
  let [text, left, whole] = ['', most.together, zip.entryCount <= mostEntries];
  for (const entry of await entriesOf(zip, mostEntries)) {
    if (!textParts.test(entry.fileNameRaw.toString('utf8'))) continue;
    const part = entry.canDecodeFileData() ? await unpacked(zip, entry, Math.min(most.part, left)) : null;
    left -= part?.length ?? 0;
    text += `${xmlText(part?.toString('utf8') ?? '', characters - text.length)}\n`;
    whole &&= part !== null && text.length < characters;
    if (left <= 0 || text.length >= characters) return { text, whole: false };
  }
  return { text, whole };
}

/** Null if the part is too large or broken; all errors here are the document's fault. */
async function unpacked(zip: ZipFile, entry: Entry, mostBytes: number): Promise<Buffer | null> {
  try {
    return await buffer(pipeline(await zip.openReadStreamPromise(entry), bounded(mostBytes), () => {}));
  } catch {
    return null;
  }
}
