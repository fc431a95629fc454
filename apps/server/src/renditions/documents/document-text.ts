import type { Confinement } from '../../sandbox/index.ts';
import { ArchiveRefused } from '../archive/archive-worker/archive-refused.ts';
import type { DocumentText } from '../archive/archive-worker/document-text.ts';
import { asJson, readApart } from '../archive/read-in-archive-worker.ts';
import type { Source } from '../converter.ts';

/**
 * The text of a Word, Excel, PowerPoint or OpenDocument file, up to that many characters. Null if no program may run
 * that could read it.
 */
export async function documentText(given: { source: Source; confinement: Confinement }, characters: number): Promise<DocumentText | null> {
  try {
    return await readApart(given, { format: 'zip', work: { text: characters } }, asJson<DocumentText>);
  } catch (error) {
    if (error instanceof ArchiveRefused) return error.reason === 'missing' ? null : { text: '', whole: false };
    throw error;
  }
}
