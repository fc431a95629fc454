import type { Refusal, Source } from '../converter.ts';
import { oleDocument } from './ole-document.ts';
import { zipDocument } from './zip-document.ts';

/** What the program that reads it has to call it, or why it is not even given to it. */
export type DocumentKind = { extension: string } | { refused: Refusal };

export const isPdf = (head: Buffer): boolean => head.toString('latin1', 0, 1024).includes('%PDF-');

const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** By its bytes, whatever its name: LibreOffice reads anything as text, and takes its time for it. */
export async function documentKind(source: Source): Promise<DocumentKind> {
  const head = await source.head(1024);
  if (head.toString('latin1', 0, 5) === '{\\rtf') return { extension: 'rtf' };
  if (head.subarray(0, 8).equals(ole)) return oleDocument(source);
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') return zipDocument(source, head);
  return isPdf(head) ? { extension: 'pdf' } : { refused: 'corrupt' };
}
