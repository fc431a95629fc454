import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Confinement } from '../confined/index.ts';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { sourceOf } from '../renditions/index.ts';
import type { Source } from '../renditions/index.ts';
import { readContent } from '../upload/index.ts';
import { foldContent, keysOfContent } from './content-keys.ts';
import { extractText } from './extract-text.ts';
import type { Extracted } from './extract-text.ts';

export interface ReadDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  confinement: Confinement;
  logger: Logger;
}

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
  const source = await storedSource(deps, blobId);
  const isEmpty = source === null || source.size === 0;
  await keep(deps.database, blobId, isEmpty ? { kind: 'none' } : await extractText({ source, confinement: deps.confinement }));
}

/** Null when the content is gone, or its object missing, which verification has reported. */
export async function storedSource({ database, store }: ReadDeps, blobId: string): Promise<Source | null> {
  const content = await readContent(database, blobId, store.bucket);
  return content && (await store.head(content.objectKey)) !== null ? sourceOf(store, content) : null;
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
