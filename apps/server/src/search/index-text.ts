import { decodeText } from '@alcove/contract/decode-text';
import { foldContent } from '../fold-content.ts';
import { mostControl } from '../has-no-text.ts';
import { keysOfContent } from './content-keys.ts';

/** The number of characters that are kept of a content's text, and of bytes that are read of plain text. */
export const mostText = 2 ** 20;

/** The input: bytes that may be text, or the text that a program extracted from a document. */
export type ToIndex = { bytes: Uint8Array } | { text: string; cut?: boolean };

/** The stored form: folded, with its keys as a PostgreSQL array literal. `cut`: the content may have more text than was read. */
export interface IndexedText {
  text: string;
  keys: string;
  cut: boolean;
}

/** Null if there is no text. It may take seconds, so it runs in a thread of its own. */
export function indexText(given: ToIndex): IndexedText | null {
  const text = 'text' in given ? given.text : plainText(given.bytes);
  if (text === null || text.trim() === '') return null;
  const folded = foldContent(text.slice(0, mostText));
  const kept = folded.slice(0, mostText);
  const isCut = 'bytes' in given ? given.bytes.length >= mostText : given.cut === true || text.length >= mostText;
  const cut = isCut || folded.length > mostText;
  return { text: kept, keys: `{${keysOfContent(kept).join()}}`, cut };
}

const sampleLength = 4096;

/** Null if the bytes are not text in any encoding. */
export function plainText(bytes: Uint8Array): string | null {
  const { text } = decodeText(bytes, bytes.length >= mostText);
  const sample = text.slice(0, sampleLength);
  // oxlint-disable-next-line no-control-regex -- that is what is counted
  const control = sample.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  return (control * 100) / sample.length > mostControl ? null : text;
}
