import type { Kysely } from 'kysely';
import type { Language, RequestOf, calls } from '@alcove/contract';
import { accountsInOrder } from '../accounts/index.ts';
import type { AccountFilter, ListedAccount } from '../accounts/index.ts';
import type { Tables } from '../database/index.ts';
import { pathsOf } from '../departments/index.ts';
import type { Attachment, UserContext } from '../http/index.ts';
import { sheetAttachment, wholeSheet } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import { builtInNames, columns, head, statusNames } from './columns.ts';
import { exportBounds } from './sheet-bounds.ts';
import { fileNames } from './sheet-file.ts';
import { amountOf, dateOf } from './units.ts';

const batchPeople = 1000;

const templates = new Map<Language, Promise<Attachment>>();

/** An empty sheet with the columns of an import. It is always the same, so it is written once. */
export async function template({ language }: UserContext): Promise<Attachment> {
  const written = templates.get(language) ?? writeTemplate(language);
  templates.set(language, written);
  return written;
}

async function writeTemplate(language: Language): Promise<Attachment> {
  const { template: fileName, sheet } = fileNames[language];
  try {
    return await wholeSheet(fileName, { name: sheet, rows: [[columns.map((column) => head(column, language))]] }, exportBounds);
  } catch (error) {
    templates.delete(language);
    throw error;
  }
}

/**
 * The accounts that a filter finds, as a sheet that can be imported elsewhere: status and the time of joining come last. Throws
 * what `sheetAttachment` throws.
 */
export async function exportPeople(
  database: Kysely<Tables>,
  { departmentId, withBelow, utcOffset, t: _t, ...given }: RequestOf<typeof calls.adminUser.exportAccounts>,
  { language }: UserContext,
): Promise<Attachment> {
  const filter = { ...given, departmentId: departmentId === '' ? null : departmentId, withBelow: withBelow === '1' };
  const { people, sheet: name } = fileNames[language];
  return sheetAttachment(people, { name, rows: rowsOf(database, filter, { language, utcOffset }) }, exportBounds);
}

interface Written {
  language: Language;
  utcOffset: number;
}

async function* rowsOf(database: Kysely<Tables>, filter: AccountFilter, { language, utcOffset }: Written): AsyncGenerator<Row[]> {
  yield [[...columns, 'status' as const, 'created' as const].map((column) => head(column, language))];
  const paths = new Map<string, string[]>();
  let last: string | null = null;
  for (;;) {
    const accounts: ListedAccount[] = await accountsInOrder(database, filter, { last, limit: batchPeople });
    const unknown = new Set(
      accounts.flatMap(({ departmentId }) => (departmentId !== null && !paths.has(departmentId) ? [departmentId] : [])),
    );
    if (unknown.size > 0) for (const [id, path] of await pathsOf(database, [...unknown])) paths.set(id, path);
    yield accounts.map((account) => rowOf(account, paths, { language, utcOffset }));
    if (accounts.length < batchPeople) return;
    last = accounts.at(-1)!.accountName;
  }
}

const rowOf = (account: ListedAccount, paths: ReadonlyMap<string, string[]>, { language, utcOffset }: Written): Row => [
  account.accountName,
  account.realName,
  account.userName,
  (account.departmentId === null ? [] : (paths.get(account.departmentId) ?? [])).join('/'),
  account.roles.map(({ name, builtIn }) => (builtIn ? builtInNames[builtIn][language] : name)).join(language === 'zh-CN' ? '；' : '; '),
  account.phone,
  account.email,
  account.expiresAt === null ? '' : dateOf(account.expiresAt, utcOffset),
  account.quotaBytes === null ? '' : amountOf(account.quotaBytes, 'storage'),
  account.speedLimit === null ? '' : amountOf(account.speedLimit, 'speed'),
  statusNames[account.status][language],
  dateOf(account.createTime, utcOffset),
];
