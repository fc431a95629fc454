import type { Kysely } from 'kysely';
import type { Language } from '@alcove/contract';
import { enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Attachment, UserContext } from '../http/index.ts';
import { drawSecrets } from '../identity/index.ts';
import { isWithin } from '../roles/index.ts';
import { isOpen } from '../tasks/index.ts';
import { wholeSheet } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import { requireImport } from './check-import.ts';
import { head } from './columns.ts';
import { isLatestRound, lockNewComers, nextSecretsRound } from './people-queries.ts';
import { asImporter } from './run-import.ts';
import { exportBounds } from './sheet-bounds.ts';
import { fileNames } from './sheet-file.ts';

const batchPeople = 1000;

/**
 * A file with a one-time password for each imported person who has no password yet. The passwords are drawn now, and only their hashes are
 * stored: nobody can get this file again. A further one has new passwords, which replace these, so a file that was lost on its way is no
 * problem. People with more administration items than the caller are left out. Throws IMPORT_NOT_FOUND, IMPORT_RUNNING, IMPORT_NO_SECRETS,
 * IMPORT_SECRETS_REPLACED if another download began meanwhile, USER_FROZEN, IMPORT_RIGHT_ENDED, and what `wholeSheet` throws.
 */
export async function importSecrets(
  database: Kysely<Tables>,
  { checkId }: { checkId: string },
  { caller, language }: UserContext,
): Promise<Attachment> {
  const { taskId } = await requireImport(database, caller, checkId);
  if (taskId === null) throw new Failure('IMPORT_NO_SECRETS');
  if (await isOpen(database, taskId)) throw new Failure('IMPORT_RUNNING');
  const round = await asImporter(database, caller.userId, async (transaction) => {
    const next = await nextSecretsRound(transaction, checkId);
    if (next !== null) await enter(transaction);
    return next;
  });
  if (round === null) throw new Failure('IMPORT_NOT_FOUND');
  const rows = rowsOfSecrets(database, { checkId, round, userId: caller.userId, language });
  return wholeSheet(fileNames[language].secrets, { name: fileNames[language].sheet, rows }, exportBounds);
}

/** The head comes with the first people. */
async function* rowsOfSecrets(
  database: Kysely<Tables>,
  { checkId, round, userId, language }: { checkId: string; round: number; userId: string; language: Language },
): AsyncGenerator<Row[]> {
  const heads = [head('accountName', language), head('realName', language), head('secret', language)];
  let any = false;
  for (let after = 0; ;) {
    const { last, rows } = await asImporter(database, userId, async (transaction, own) => {
      if (!(await isLatestRound(transaction, checkId, round))) throw new Failure('IMPORT_SECRETS_REPLACED');
      const { people, last } = await lockNewComers(transaction, checkId, { after, limit: batchPeople });
      const given = people.filter(({ roles }) => isWithin(own, roles));
      const secrets = await drawSecrets(transaction, given.map((one) => one.userId)); // prettier-ignore
      return {
        last,
        rows: given.map((one): Row => [one.accountName, one.realName, secrets.get(one.userId)!]),
      };
    });
    if (last === null) break;
    after = last;
    if (rows.length === 0) continue;
    yield any ? rows : [heads, ...rows];
    any = true;
  }
  if (!any) throw new Failure('IMPORT_NO_SECRETS');
}
