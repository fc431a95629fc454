import type { Kysely, Transaction } from 'kysely';
import type { AgreementDocument, AgreementDraft, AgreementVersion, Language, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { publish } from '../live-updates/index.ts';
import { administer } from '../roles/index.ts';
import { presentDraft, presentVersion } from './read-agreements.ts';
import { deleteDraft, findDraft, findVersion, insertVersion, writeDraft } from './version-queries.ts';

type Calls = typeof calls.adminAgreement;

/** Drafts are changed one at a time in the company, under the lock of `administer`. */
async function requireSeen(transaction: Transaction<Tables>, document: AgreementDocument, seen: string | null): Promise<void> {
  const draft = await findDraft(transaction, document);
  if ((draft?.revision ?? null) !== seen) throw new Failure('AGREEMENT_DRAFT_CHANGED', { field: 'seen' });
}

const languages: readonly Language[] = ['zh-CN', 'en-US'];

/** Line ends of every system become those of Markdown. */
const tidy = (text: Record<Language, string>): Record<Language, string> =>
  Object.fromEntries(languages.map((language) => [language, text[language].replace(/\r\n?/g, '\n').trim()])) as Record<Language, string>;

/** An empty text may be saved, but not published. Throws AGREEMENT_DRAFT_CHANGED. */
export async function saveDraft(
  database: Kysely<Tables>,
  { document, text, note, seen }: RequestOf<Calls['saveDraft']>,
  caller: Caller,
): Promise<AgreementDraft> {
  return administer(database, caller, 'agreements.edit', async (transaction) => {
    await requireSeen(transaction, document, seen);
    await writeDraft(transaction, { document, revision: newId(), text: tidy(text), note: tidy(note), userId: caller.userId });
    return presentDraft((await findDraft(transaction, document))!);
  });
}

/** Throws AGREEMENT_DRAFT_CHANGED. */
export async function discardDraft(
  database: Kysely<Tables>,
  { document, seen }: RequestOf<Calls['discardDraft']>,
  caller: Caller,
): Promise<null> {
  return administer(database, caller, 'agreements.edit', async (transaction) => {
    await requireSeen(transaction, document, seen);
    await deleteDraft(transaction, document);
    return null;
  });
}

/**
 * Makes a draft the next version. From its commit on, a version that asks holds back every call of whoever has not accepted it, in all
 * processes; open pages are told. Throws AGREEMENT_DRAFT_CHANGED, also for the second of two who publish at once; AGREEMENT_TEXT_EMPTY.
 */
export async function publishDraft(
  database: Kysely<Tables>,
  { document, seen, asks }: RequestOf<Calls['publish']>,
  caller: Caller,
): Promise<AgreementVersion> {
  return administer(database, caller, 'agreements.edit', async (transaction) => {
    await requireSeen(transaction, document, seen);
    const draft = (await findDraft(transaction, document))!;
    if (draft.textZh === '' || draft.textEn === '') throw new Failure('AGREEMENT_TEXT_EMPTY', { field: 'document' });
    await insertVersion(transaction, { document, asks, userId: caller.userId });
    await deleteDraft(transaction, document);
    await publish(transaction, [{ toAll: true, event: 'agreementsChanged' }]);
    return presentVersion((await findVersion(transaction, document, undefined))!);
  });
}
