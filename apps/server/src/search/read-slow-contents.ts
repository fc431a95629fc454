import { writeFile } from 'node:fs/promises';
import type { BlobId } from '@alcove/contract';
import { documentAsPdf, someoneWaitsForDocument } from '../renditions/index.ts';
import { textOfPdf } from './extract-text.ts';
import type { Extracted } from './extract-text.ts';
import { attempt, storedSource } from './read-contents.ts';
import type { ReadDeps } from './read-contents.ts';
import { mergeTexts, nextSlow } from './text-queries.ts';

/** The programs that are needed to search everything; old documents need both. */
export const searchPrograms = ['soffice', 'pdftotext'];

/**
 * Indexes the oldest pending document in an old office format, through its PDF preview. Waits as long as somebody waits for such a preview,
 * or the program is not installed. Returns how many it read.
 */
export async function readSlowContents(deps: ReadDeps): Promise<number> {
  const blobId = await nextSlow(deps.database);
  if (blobId === null || (await deps.confinement.missing(searchPrograms)).length > 0) return 0;
  if (await someoneWaitsForDocument(deps.database)) return 0;
  await attempt(deps, blobId, () => extract(deps, blobId));
  await mergeTexts(deps.database);
  return 1;
}

async function extract(deps: ReadDeps, blobId: BlobId): Promise<Extracted> {
  const source = await storedSource(deps, blobId);
  if (source === null) return { kind: 'none' };
  const { confinement } = deps;
  const made = await documentAsPdf({ source, confinement });
  return 'pdf' in made ? textOfPdf((path) => writeFile(path, made.pdf, { mode: 0o644 }), confinement) : { kind: 'unread' };
}
