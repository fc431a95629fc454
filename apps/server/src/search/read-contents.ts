import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { confuse } from '@alcove/transfer';
import type { Confinement } from '../confined/index.ts';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { readContent } from '../upload/index.ts';
import type { StoredContent } from '../upload/index.ts';
import { foldContent, keysOfContent } from './content-keys.ts';
import { bytesNeeded, extractText, isOldDocument, mostDocument } from './extract-text.ts';
import type { Extracted } from './extract-text.ts';

export interface ReadDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  confinement: Confinement;
  logger: Logger;
}

const headBytes = 8;

/** Reads the text of verified contents, oldest first. Reading one twice, by two processes, ends the same. Answers how many it read. */
export async function readContents(deps: ReadDeps, most = 16): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from blob where text_state is null and verified_at is not null and quarantined_at is null order by created_at limit ${most}`.execute(
    deps.database,
  );
  for (const { id } of rows) await readOne(deps, id);
  return rows.length;
}

/** What could not be read for want of a program waits anew, where the program is here now. Otherwise that is said, once. */
export async function reviseUnreadable({ database, confinement, logger }: ReadDeps): Promise<void> {
  if (await confinement.has('pdftotext'))
    await database.updateTable('blob').set({ text_state: null }).where('text_state', '=', 'later').execute();
  else logger.warn('pdftotext (poppler-utils) is not installed: the text of PDF files cannot be searched');
}

async function readOne(deps: ReadDeps, blobId: string): Promise<void> {
  const content = await readContent(deps.database, blobId, deps.store.bucket);
  const extracted = content ? await extract(deps, content) : ({ kind: 'none' } as const);
  await keep(deps.database, blobId, extracted);
}

async function extract({ store, confinement }: ReadDeps, content: StoredContent): Promise<Extracted> {
  if (content.size === 0) return { kind: 'none' };
  const head = await plainBytes(store, content, Math.min(headBytes, content.size));
  if (head !== null && isOldDocument(head)) return content.size <= mostDocument ? { kind: 'slow' } : { kind: 'none' };
  const needed = head === null ? 0 : bytesNeeded(head, content.size);
  const bytes = needed === 0 ? null : await plainBytes(store, content, needed);
  return bytes === null ? { kind: 'none' } : extractText(bytes, confinement);
}

/** The first bytes as they were before they were obfuscated; null when the object is missing, which verification has reported. */
async function plainBytes(store: ObjectStore, content: StoredContent, length: number): Promise<Buffer | null> {
  const stream = await store.read(content.objectKey, { start: 0, end: length - 1 });
  if (!stream) return null;
  const chunks: Buffer[] = [];
  let offset = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (content.confuse) confuse(chunk, offset, content.confuse);
    offset += chunk.length;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function keep(database: Kysely<Tables>, blobId: string, extracted: Extracted): Promise<void> {
  const state = { text: 'read', none: 'none', later: 'later', slow: 'slow' } as const;
  await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('blob')
      .set({ text_state: state[extracted.kind] })
      .where('id', '=', blobId)
      .executeTakeFirst();
    // Collected meanwhile.
    if (numUpdatedRows === 0n || extracted.kind !== 'text') return;
    const text = foldContent(extracted.text);
    await sql`insert into blob_text (blob_id, text, keys) values (${blobId}, ${text}, ${keysOfContent(text)}::integer[])
      on conflict (blob_id) do update set text = excluded.text, keys = excluded.keys`.execute(transaction);
  });
}
