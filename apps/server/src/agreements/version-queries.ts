/** Statements on the versions of the agreements and their drafts. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { AgreementDocument, InBothLanguages } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface VersionRow {
  document: AgreementDocument;
  number: number;
  edition: number;
  time: Date;
  noteZh: string;
  noteEn: string;
  asks: boolean;
  publishedBy: string | null;
  publisherName: string | null;
}

const shown = sql`v.document, v.number, v.edition, v.published_at as time, v.note_zh as "noteZh", v.note_en as "noteEn", v.asks,
  v.published_by as "publishedBy", coalesce(p.user_name, p.real_name) as "publisherName"`;
const versions = sql`agreement_version v left join user_account p on p.id = v.published_by`;

/** Newest first, at most so many of each document as are listed. */
export async function findVersions(database: Kysely<Tables>): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${shown} from ${versions}
    where v.number > (select max(o.number) from agreement_version o where o.document = v.document) - ${limits.agreementVersions}
    order by v.edition desc`.execute(database);
  return rows;
}

export async function latestVersions(database: Kysely<Tables>): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select distinct on (v.document) ${shown} from ${versions} order by v.document, v.number desc`.execute(database);
  return rows;
}

/** A version with its texts, and the number of the latest; without a number, the latest itself. */
export async function findVersion(
  database: Kysely<Tables>,
  document: AgreementDocument,
  number: number | undefined,
): Promise<(VersionRow & { textZh: string; textEn: string; latest: number }) | null> {
  const latest = sql`(select max(o.number) from agreement_version o where o.document = ${document})`;
  const { rows } = await sql<VersionRow & { textZh: string; textEn: string; latest: number }>`
    select ${shown}, v.text_zh as "textZh", v.text_en as "textEn", ${latest} as latest from ${versions}
    where v.document = ${document} and v.number = coalesce(${number ?? null}::int, ${latest})`.execute(database);
  return rows[0] ?? null;
}

export interface DraftRow {
  document: AgreementDocument;
  revision: string;
  textZh: string;
  textEn: string;
  noteZh: string;
  noteEn: string;
  time: Date;
  userId: string;
  name: string;
}

export async function findDrafts(database: Kysely<Tables>): Promise<Pick<DraftRow, 'document' | 'time' | 'userId' | 'name'>[]> {
  const { rows } = await sql<DraftRow>`
    select d.document, d.updated_at as time, d.updated_by as "userId", coalesce(u.user_name, u.real_name) as name
    from agreement_draft d join user_account u on u.id = d.updated_by`.execute(database);
  return rows;
}

export async function findDraft(database: Kysely<Tables>, document: AgreementDocument): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    select d.document, d.revision, d.text_zh as "textZh", d.text_en as "textEn", d.note_zh as "noteZh", d.note_en as "noteEn",
      d.updated_at as time, d.updated_by as "userId", coalesce(u.user_name, u.real_name) as name
    from agreement_draft d join user_account u on u.id = d.updated_by where d.document = ${document}`.execute(database);
  return rows[0] ?? null;
}

interface NewDraft {
  document: AgreementDocument;
  revision: string;
  text: InBothLanguages;
  note: InBothLanguages;
  userId: string;
}

export async function writeDraft(transaction: Transaction<Tables>, { document, revision, text, note, userId }: NewDraft): Promise<void> {
  const values = {
    revision,
    text_zh: text['zh-CN'],
    text_en: text['en-US'],
    note_zh: note['zh-CN'],
    note_en: note['en-US'],
    updated_at: sql<Date>`now()`,
    updated_by: userId,
  };
  await transaction
    .insertInto('agreement_draft')
    .values({ document, ...values })
    .onConflict((conflict) => conflict.column('document').doUpdateSet(values))
    .execute();
}

export async function deleteDraft(transaction: Transaction<Tables>, document: AgreementDocument): Promise<void> {
  await transaction.deleteFrom('agreement_draft').where('document', '=', document).execute();
}

/** Makes the draft the next version. The caller's lock lets one at a time do it, because editions are counted over all documents. */
export async function insertVersion(
  transaction: Transaction<Tables>,
  { document, asks, userId }: { document: AgreementDocument; asks: boolean; userId: string },
): Promise<void> {
  await sql`
    insert into agreement_version (edition, document, number, text_zh, text_en, note_zh, note_en, asks, published_by)
    select (select max(edition) + 1 from agreement_version), d.document,
      (select max(number) + 1 from agreement_version where document = d.document),
      d.text_zh, d.text_en, d.note_zh, d.note_en, ${asks}, ${userId}
    from agreement_draft d where d.document = ${document}`.execute(transaction);
}
