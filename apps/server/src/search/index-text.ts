import { decodeText } from '@alcove/contract';
import { foldContent, keysOfContent } from './content-keys.ts';

/** Of a content's text, as many characters are kept; of plain text as many bytes are read. */
export const mostText = 2 ** 20;

/** What there is to be indexed: bytes that may be a text, or a text that a program took out of a document. */
export type ToIndex = { bytes: Uint8Array } | { text: string };

/** As it is kept: folded, and its keys as PostgreSQL writes an array. */
export interface IndexedText {
  text: string;
  keys: string;
}

/** Null where there is no text. It may take seconds: made for a thread of its own. */
export function indexText(given: ToIndex): IndexedText | null {
  const text = 'text' in given ? given.text : plainText(given.bytes);
  if (text === null || text.trim() === '') return null;
  const folded = foldContent(text.slice(0, mostText)).slice(0, mostText);
  return { text: folded, keys: `{${keysOfContent(folded).join()}}` };
}

const sampleLength = 4096;
/** Of a hundred characters, as many may be control characters. */
const mostControl = 1;

/** Null for bytes that are no text in any encoding. */
export function plainText(bytes: Uint8Array): string | null {
  const { text } = decodeText(bytes, bytes.length >= mostText);
  const sample = text.slice(0, sampleLength);
  // oxlint-disable-next-line no-control-regex -- that is what is counted
  const control = sample.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  return (control * 100) / sample.length > mostControl ? null : text;
}
