import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { BlobId } from '@alcove/contract';
import type { Confinement } from '../sandbox/index.ts';
import type { Tables } from '../database/index.ts';
import { hasNoText, headBytes } from '../has-no-text.ts';
import type { ObjectStore } from '../storage/index.ts';
import { sourceOf } from '../renditions/index.ts';
import type { Source } from '../renditions/index.ts';
import { awaitTextAgain, countTextAttempt, readContent, readContentsOf, setTextState, uncountTextAttempt } from '../contents/index.ts';
import type { StoredContent } from '../contents/index.ts';
import { extractText } from './extract-text.ts';
import type { Extracted } from './extract-text.ts';
import type { IndexedText } from './index-text.ts';
import { findUnread, findUnreadAmong, mergeTexts, saveText } from './text-queries.ts';
import type { TextReader } from './text-reader.ts';

export interface ReadDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  confinement: Confinement;
  texts: TextReader;
  logger: Logger;
}

/** A content that crashed its reader or the whole process this often is given up. */
const mostAttempts = 2;

/**
 * Indexes the text of verified contents, oldest first. If two processes read the same one, the result is the same. Returns how many it
 * read.
 */
export async function readContents(deps: ReadDeps, most = 32): Promise<number> {
  const unread = await findUnread(deps.database, most);
  const withoutText = await settleWithoutText(deps, unread);
  await readEach(
    deps,
    unread.filter((blobId) => !withoutText.has(blobId)),
  );
  return unread.length;
}

/**
 * Settles together those contents whose first bytes say that they have no text, which are most in number. No attempt is counted: there is
 * nothing in it that a content could crash.
 */
async function settleWithoutText({ database, store }: ReadDeps, blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>> {
  const contents = await readContentsOf(database, blobIds, store.bucket);
  const begin = await Promise.all(contents.map((content) => beginsWithoutText(store, content)));
  const withoutText = contents.filter((_, at) => begin[at]).map(({ id }) => id);
  if (withoutText.length > 0) await setTextState(database, withoutText, 'none');
  return new Set(withoutText);
}

/** False if the object is missing as well. */
async function beginsWithoutText(store: ObjectStore, content: StoredContent): Promise<boolean> {
  if (content.size === 0 || (await store.head(content.objectKey)) === null) return false;
  return hasNoText(await sourceOf(store, content).head(headBytes));
}

/**
 * Contents that could not be read for lack of a program are queued again once the program is installed. Otherwise the log says once that it
 * is missing.
 */
export async function reviseUnreadable({ database, confinement, logger }: ReadDeps): Promise<void> {
  if ((await confinement.state()).kind !== 'refused') await awaitTextAgain(database);
  if (!(await confinement.has('pdftotext')))
    logger.info('pdftotext (poppler-utils) is not installed: the text of PDF files cannot be searched');
}

/**
 * Reads these contents before their turn, unless they are read already, because somebody waits for what they say. Those that only LibreOffice
 * reads keep their turn.
 */
export async function readSoon(deps: ReadDeps, blobIds: readonly BlobId[]): Promise<void> {
  await readEach(deps, await findUnreadAmong(deps.database, blobIds));
}

async function readEach(deps: ReadDeps, blobIds: readonly BlobId[]): Promise<void> {
  if (blobIds.length === 0) return;
  for (const blobId of blobIds) await readOne(deps, blobId);
  await mergeTexts(deps.database);
}

async function readOne(deps: ReadDeps, blobId: BlobId): Promise<void> {
  await attempt(deps, blobId, async () => {
    const source = await storedSource(deps, blobId);
    return source === null || source.size === 0 ? { kind: 'none' } : extractText({ source, confinement: deps.confinement });
  });
}

/**
 * Indexes one text. The attempt is counted before it begins, and subtracted when it succeeds or fails through the server's fault. What
 * stays counted are crashes and timeouts.
 */
export async function attempt(deps: ReadDeps, blobId: BlobId, extract: () => Promise<Extracted>): Promise<void> {
  const { database } = deps;
  const attempts = await countTextAttempt(database, blobId);
  if (attempts === null) return; // collected meanwhile
  if (attempts > mostAttempts) return settle(database, blobId, { kind: 'unread' });
  try {
    const settled = await readingOf(deps, await extract());
    if (settled.kind !== 'tooLong') await settle(database, blobId, settled);
  } catch (error) {
    await uncountTextAttempt(database, blobId);
    throw error;
  }
}

type Settled = { kind: 'indexed'; indexed: IndexedText } | { kind: 'none' | 'unread' | 'later' | 'slow' };

async function readingOf({ texts }: ReadDeps, extracted: Extracted): Promise<Settled | { kind: 'tooLong' }> {
  if (extracted.kind !== 'text' && extracted.kind !== 'bytes') return extracted;
  const reading = await texts.read(extracted.kind === 'text' ? extracted : { bytes: extracted.bytes });
  return reading.kind === 'text' ? { kind: 'indexed', indexed: reading.indexed } : reading;
}

/** Null if the content is gone, or if its object is missing, which the integrity check has reported. */
export async function storedSource({ database, store }: ReadDeps, blobId: BlobId): Promise<Source | null> {
  const content = await readContent(database, blobId, store.bucket);
  return content && (await store.head(content.objectKey)) !== null ? sourceOf(store, content) : null;
}

async function settle(database: Kysely<Tables>, blobId: BlobId, settled: Settled): Promise<void> {
  if (settled.kind === 'indexed') await saveText(database, blobId, settled.indexed);
  else await setTextState(database, [blobId], settled.kind);
}
