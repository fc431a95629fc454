/** Calls for administrators to import people from Excel and to export them (specification 2 section 5). */
import { z } from 'zod';
import { accountStatuses } from './admin-accounts.ts';
import { call } from './call.ts';
import type { FailureCode } from './failures.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';

/** What is wrong with one cell of an imported sheet. */
export interface ImportError {
  /** As Excel counts, from 1. */
  row: number;
  /** As in Excel: `C17`. */
  cell: string;
  code: FailureCode;
  /** In the caller's language. */
  message: string;
}

/** One import of people by the caller. */
export interface PeopleImport {
  checkId: string;
  fileName: string;
  createTime: string;
  /** People in the sheet. */
  rows: number;
  /** Those whose row has no error, so that they can be imported; the other rows are skipped. */
  valid: number;
  /** Wrong cells found by the check, and by the import for rows that became wrong in between. */
  errorCount: number;
  /** The task that imports them; null: only checked so far. */
  taskId: string | null;
  /** Accounts that were created. */
  made: number;
  /** When the check, or the import with its one-time passwords, is deleted. */
  endTime: string;
}

/** The first errors; `importErrors` lists all of them. */
export type ImportCheck = PeopleImport & { errors: ImportError[] };

/** A task that imports people. Its progress counts rows. */
export interface PeopleImportTask {
  kind: 'peopleImport';
  checkId: string;
  fileName: string;
  /** Accounts created so far. */
  made: number;
  /** Rows that became wrong after the check. */
  failed: number;
}

/** Minutes east of UTC, in which dates of a sheet are meant and written. */
const utcOffset = z.coerce.number().int().min(-720).max(840).default(0);
const named = z.strictObject({ checkId: fields.id });

/** Responds with the file itself, not an envelope. */
export const template = call<null>()({
  name: 'adminUser.template',
  method: 'GET',
  path: '/disk/api/admin/user/template',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'people.import',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: 'Downloads an Excel template for importing people.',
});

/** Responds with the file itself, not an envelope. The columns of an import come first, so that the file can be imported again. */
export const exportAccounts = call<null>()({
  name: 'adminUser.export',
  method: 'GET',
  path: '/disk/api/admin/user/export',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'people.export',
  freshProof: true,
  limit: limits.peopleSheets,
  request: z.strictObject({
    /** As in `adminUser.page`. */
    keyword: z.string().max(limits.nameLength).optional(),
    /** Empty: people without a department. */
    departmentId: z.union([fields.id, z.literal('')]).optional(),
    withBelow: z.enum(['0', '1']).default('0'),
    status: z.enum(accountStatuses).optional(),
    roleId: fields.id.optional(),
    utcOffset,
    t: fields.timestamp,
  }),
  log: { deed: 'download', details: ['departmentId', 'withBelow', 'status', 'roleId'] },
  summary: 'Downloads accounts as an Excel file, filtered as in their list.',
});

export const importCheck = call<ImportCheck>()({
  name: 'adminUser.importCheck',
  method: 'POST',
  changes: 'repeatable',
  path: '/disk/api/admin/user/importCheck',
  fieldsIn: 'multipart',
  caller: 'administrator',
  adminItem: 'people.import',
  mostBytes: limits.importPeopleBytes,
  limit: limits.peopleSheets,
  request: z.strictObject({ file: fields.file, utcOffset }),
  log: { deed: 'change' },
  summary: 'Checks an Excel sheet of people, and returns what is wrong with which cell. Nobody is created yet.',
});

export const importErrors = call<Page<ImportError>>()({
  name: 'adminUser.importErrors',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/user/importErrors',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'people.import',
  request: named.extend({ page: fields.pageFields.page, pageSize: fields.pageFields.pageSize }),
  log: 'none',
  summary: 'Lists the wrong cells of a checked sheet in their order, and what became wrong until it was imported.',
});

export const importRun = call<{ taskId: string }>()({
  name: 'adminUser.importRun',
  method: 'POST',
  changes: 'repeatable', // a check is run once: asked again, it answers with the same task
  path: '/disk/api/admin/user/importRun',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'people.import',
  freshProof: true,
  request: named,
  log: { deed: 'change', made: { task: 'taskId' } },
  summary: 'Imports the people of a checked sheet as a task. Rows with an error are skipped.',
});

export const imports = call<{ items: PeopleImport[] }>()({
  name: 'adminUser.imports',
  method: 'GET',
  path: '/disk/api/admin/user/imports',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'people.import',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: "The caller's latest imports of people, newest first.",
});

/** Responds with the file itself, not an envelope. */
export const importSecrets = call<null>()({
  name: 'adminUser.importSecrets',
  method: 'POST',
  changes: 'repeatable', // each file has new passwords, so no answer is kept to be given again
  path: '/disk/api/admin/user/importSecrets',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'people.import',
  freshProof: true,
  limit: limits.peopleSheets,
  request: named,
  log: { deed: 'change', details: ['checkId'] },
  summary: 'Draws a one-time password for each imported person who has not signed in yet, and downloads them. Earlier ones end.',
});
