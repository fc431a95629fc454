import { readFile } from 'node:fs/promises';
import type { Confinement } from '../../sandbox/index.ts';
import { ArchiveRefused } from '../archive/archive-worker/archive-refused.ts';
import { readApart } from '../archive/read-in-archive-worker.ts';
import type { Source } from '../converter.ts';

/**
 * The text of a Word, Excel, PowerPoint or OpenDocument file, up to that many characters. Empty if it cannot be read, null if no program
 * may run that could read it.
 */
export async function documentText(given: { source: Source; confinement: Confinement }, characters: number): Promise<string | null> {
  try {
    return await readApart(given, { format: 'zip', work: { text: characters } }, (made) => readFile(made, 'utf8'));
  } catch (error) {
    if (error instanceof ArchiveRefused) return error.reason === 'missing' ? null : '';
    throw error;
  }
}
