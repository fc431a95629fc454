import type { Kysely } from 'kysely';
import { agreementDocuments } from '@alcove/contract';
import type { AgreementDocument, AgreementDraft, AgreementVersion, AnswerOf, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { countPeople } from './people-queries.ts';
import { findDraft, findDrafts, findVersion, findVersions, latestVersions } from './version-queries.ts';
import type { DraftRow, VersionRow } from './version-queries.ts';

type PublicCalls = typeof calls.agreement;

export const presentVersion = ({ document, number, edition, time, noteZh, noteEn, asks }: VersionRow): AgreementVersion => ({
  document,
  number,
  edition,
  time: time.toISOString(),
  note: { 'zh-CN': noteZh, 'en-US': noteEn },
  asks,
});

export const presentDraft = ({ revision, textZh, textEn, noteZh, noteEn, time, userId, name }: DraftRow): AgreementDraft => ({
  revision,
  text: { 'zh-CN': textZh, 'en-US': textEn },
  note: { 'zh-CN': noteZh, 'en-US': noteEn },
  time: time.toISOString(),
  userId,
  name,
});

export async function listVersions(database: Kysely<Tables>): Promise<AnswerOf<PublicCalls['list']>> {
  const versions = await findVersions(database);
  return { edition: versions[0]?.edition ?? 0, versions: versions.map(presentVersion) };
}

/** Throws AGREEMENT_VERSION_NOT_FOUND. */
export async function readVersion(
  database: Kysely<Tables>,
  { document, number }: RequestOf<PublicCalls['text']>,
): Promise<AnswerOf<PublicCalls['text']>> {
  const row = await findVersion(database, document, number);
  if (!row) throw new Failure('AGREEMENT_VERSION_NOT_FOUND', { field: 'number' });
  return { ...presentVersion(row), text: { 'zh-CN': row.textZh, 'en-US': row.textEn }, latest: row.latest };
}

export async function draftOf(database: Kysely<Tables>, document: AgreementDocument): Promise<AgreementDraft | null> {
  const row = await findDraft(database, document);
  return row && presentDraft(row);
}

export async function overview(database: Kysely<Tables>): Promise<AnswerOf<typeof calls.adminAgreement.page>> {
  const [latest, drafts, people] = await Promise.all([latestVersions(database), findDrafts(database), countPeople(database)]);
  const documents = agreementDocuments.flatMap((document) => {
    const row = latest.find((version) => version.document === document);
    if (!row) return [];
    const { publishedBy, publisherName } = row;
    const draft = drafts.find((each) => each.document === document);
    return {
      document,
      latest: { ...presentVersion(row), by: publishedBy === null ? null : { userId: publishedBy, name: publisherName ?? '' } },
      draft: draft ? { time: draft.time.toISOString(), userId: draft.userId, name: draft.name } : null,
    };
  });
  return { documents, people };
}
