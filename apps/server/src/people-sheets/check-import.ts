import type { Kysely } from 'kysely';
import { failureText, limits, normalised } from '@alcove/contract';
import type { AnswerOf, ImportError, Language, PeopleImport, RequestOf, calls } from '@alcove/contract';
import { enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { departmentsAt } from '../departments/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { inTurns } from '../in-turns.ts';
import { findRoles, readAdminRoles } from '../roles/index.ts';
import { readSheet } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import { cellName, placesOf } from './columns.ts';
import type { Places } from './columns.ts';
import {
  deleteImport,
  deleteOlderChecks,
  findImports,
  findProblems,
  insertImport,
  insertRows,
  markTaken,
  setChecked,
} from './import-queries.ts';
import type { CheckedRow, ImportRow } from './import-queries.ts';
import type { PeopleSheetsDeps } from './deps.ts';
import { judgeRow, pathOf, textsOf } from './row-rules.ts';
import type { Problem, Texts } from './row-rules.ts';
import { importBounds } from './sheet-bounds.ts';

type CheckCall = typeof calls.adminUser.importCheck;
type ErrorsCall = typeof calls.adminUser.importErrors;

/** Rows that are judged and stored at once. */
const batchRows = 500;
/** Checks of a person that are kept until they end; a further one deletes the oldest. */
const checksKept = 5;

/**
 * Judges a sheet of people by the rules of accounts, and keeps what it found for a day. Rows without any text do not count. Throws
 * IMPORT_COLUMN_MISSING, IMPORT_COLUMN_TWICE, IMPORT_EMPTY and what `readSheet` throws.
 */
export async function checkImport(
  { database, serviceConfig }: Pick<PeopleSheetsDeps, 'database' | 'serviceConfig'>,
  { file, utcOffset }: RequestOf<CheckCall>,
  { caller, language }: UserContext,
): Promise<AnswerOf<CheckCall>> {
  const importId = newId();
  const bounds = { ...importBounds, rows: (await serviceConfig()).importRows };
  let sheet: OpenSheet | null = null;
  try {
    let number = 0;
    for await (const block of readSheet({ name: file.name, content: [file.bytes] }, bounds)) {
      let rows = block;
      if (!sheet) {
        const places = placesOf(rows[0]!, language);
        await insertImport(database, { id: importId, authorId: caller.userId, fileName: shownName(file.name), places });
        sheet = await openSheet(database, importId, places, { caller, utcOffset });
        rows = rows.slice(1);
        number = 1;
      }
      for (const row of rows) await sheet.put(row, (number += 1));
    }
    if (!sheet || (await sheet.flush()) === 0) throw new Failure('IMPORT_EMPTY');
    await database.transaction().execute(async (transaction) => {
      await markTaken(transaction, importId);
      await setChecked(transaction, importId);
      await enter(transaction);
    });
  } catch (error) {
    if (sheet) await deleteImport(database, importId);
    throw error;
  }
  await deleteOlderChecks(database, caller.userId, checksKept);
  const found = await requireImport(database, caller, importId);
  const problems = await findProblems(database, importId, { offset: 0, limit: limits.importErrorsShown });
  return { ...presented(found), errors: problems.map((problem) => errorOf(problem, found.places, language)) };
}

/** A name that a list can show. */
const shownName = (name: string): string => normalised(name.toWellFormed().replace(/\p{Cc}/gu, '')).slice(0, limits.nameLength);

interface OpenSheet {
  put(row: Row, number: number): Promise<void>;
  /** Stores what is left. Returns how many rows there were. */
  flush(): Promise<number>;
}

async function openSheet(
  database: Kysely<Tables>,
  importId: string,
  places: Places,
  { caller, utcOffset }: { caller: Caller; utcOffset: number },
): Promise<OpenSheet> {
  const rules = { own: await readAdminRoles(database, caller.userId), roles: await findRoles(database) };
  const departments = new Map<string, string | null>();
  let waiting: { row: number; texts: Texts }[] = [];
  let rows = 0;
  const flush = async (): Promise<number> => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return rows;
    await findPaths(database, batch, departments);
    const judging = { ...rules, departments, utcOffset, now: new Date() };
    const checked: CheckedRow[] = [];
    for await (const { row, texts } of inTurns(batch)) checked.push({ row, ...judgeRow(texts, judging) });
    await insertRows(database, importId, checked);
    return rows;
  };
  return {
    flush,
    async put(row, number) {
      const texts = textsOf(row, places);
      if (!texts) return;
      rows += 1;
      waiting.push({ row: number, texts });
      if (waiting.length >= batchRows) await flush();
    },
  };
}

/** Adds the departments that these rows name and that were not looked for yet. */
async function findPaths(database: Kysely<Tables>, rows: readonly { texts: Texts }[], known: Map<string, string | null>): Promise<void> {
  const paths = new Map(rows.map(({ texts }) => pathOf(texts.department)).map((path) => [path.join('/'), path]));
  const asked = [...paths].filter(([key, path]) => path.length > 0 && !known.has(key));
  if (asked.length === 0) return;
  const found = await departmentsAt(
    database,
    asked.map(([, path]) => path),
  );
  for (const [index, [key]] of asked.entries()) known.set(key, found[index]!);
}

/** Throws IMPORT_NOT_FOUND, also for an import of somebody else. */
export async function requireImport(database: Kysely<Tables>, { userId }: Caller, id: string): Promise<ImportRow> {
  const [found] = await findImports(database, userId, id);
  if (!found) throw new Failure('IMPORT_NOT_FOUND');
  return found;
}

export const presented = ({ id, fileName, rows, valid, errors, made, taskId, createdAt, endsAt }: ImportRow): PeopleImport => ({
  checkId: id,
  fileName,
  createTime: createdAt.toISOString(),
  rows,
  valid,
  errorCount: errors,
  taskId,
  made,
  endTime: endsAt.toISOString(),
});

const errorOf = ({ row, column, code, details }: Problem & { row: number }, places: Places, language: Language): ImportError => ({
  row,
  cell: cellName(places[column]!, row),
  code,
  message: failureText(code, language, details),
});

/** The caller's latest imports. */
export async function listImports(database: Kysely<Tables>, { caller }: UserContext): Promise<AnswerOf<typeof calls.adminUser.imports>> {
  return { items: (await findImports(database, caller.userId)).map(presented) };
}

/** Throws IMPORT_NOT_FOUND. */
export async function pageOfErrors(
  database: Kysely<Tables>,
  { checkId, page, pageSize }: RequestOf<ErrorsCall>,
  { caller, language }: UserContext,
): Promise<AnswerOf<ErrorsCall>> {
  const found = await requireImport(database, caller, checkId);
  const problems = await findProblems(database, checkId, { offset: (page - 1) * pageSize, limit: pageSize });
  return { items: problems.map((problem) => errorOf(problem, found.places, language)), total: found.errors, page, pageSize };
}
