import type { Confinement } from '../../sandbox/index.ts';
import { ArchiveRefused } from '../archive/archive-worker/archive-refused.ts';
import { asJson, readApart } from '../archive/read-in-archive-worker.ts';
import type { Refusal, Source } from '../converter.ts';
import { oleDocument } from './ole-document.ts';

/** The extension that the reading program needs, or why the document is not given to it. */
export type DocumentKind = { extension: string } | { refused: Refusal };

export const isPdf = (head: Buffer): boolean => head.toString('latin1', 0, 1024).includes('%PDF-');

const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** By its content, whatever its name: LibreOffice opens anything as text, and takes long for it. */
export async function documentKind({ source, confinement }: { source: Source; confinement: Confinement }): Promise<DocumentKind> {
  const head = await source.head(1024);
  if (head.toString('latin1', 0, 5) === '{\\rtf') return { extension: 'rtf' };
  if (head.subarray(0, 8).equals(ole)) return oleDocument(source);
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') return zipDocument(source, confinement);
  return isPdf(head) ? { extension: 'pdf' } : { refused: 'corrupt' };
}

async function zipDocument(source: Source, confinement: Confinement): Promise<DocumentKind> {
  try {
    return await readApart({ source, confinement }, { format: 'zip', work: 'document' }, asJson<{ extension: string }>);
  } catch (error) {
    if (error instanceof ArchiveRefused) return { refused: error.reason };
    throw error;
  }
}
