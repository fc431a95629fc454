import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Language, RequestOf, SyncEntry, calls } from '@alcove/contract';
import { syncChangeWord, syncEntryWords } from '@alcove/contract/sync-entry-words';
import type { Tables } from '../database/index.ts';
import type { Attachment, UserContext } from '../http/index.ts';
import { exportBounds, sheetAttachment } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import { changeOrder, entriesInOrder } from './entry-queries.ts';

interface Words {
  file: string;
  sheet: string;
  heads: string[];
  person: string;
  department: string;
  done: string;
  open: string;
}
const words: Record<Language, Words> = {
  'zh-CN': {
    file: '目录同步差异.xlsx',
    sheet: '差异',
    heads: ['操作', '类型', '名称', '账号', '说明', '处理情况'],
    ...{ person: '人员', department: '部门', done: '已处理', open: '未处理' },
  },
  'en-US': {
    file: 'Directory sync differences.xlsx',
    sheet: 'Differences',
    heads: ['Action', 'Type', 'Name', 'Account', 'Details', 'Status'],
    ...{ person: 'Person', department: 'Department', done: 'Done', open: 'Not done' },
  },
};

const batchRows = 1000;
/** All that a directory may tell of, and as many who left it. */
const bounds = exportBounds(2 * (limits.directoryPeople + limits.directoryDepartments), words['zh-CN'].heads);

/** What a run found, in the order of its list. A run that is gone has found nothing. Throws what `sheetAttachment` throws. */
export async function exportChanges(
  database: Kysely<Tables>,
  { runId }: RequestOf<typeof calls.adminPlatform.exportChanges>,
  { language }: UserContext,
): Promise<Attachment> {
  const { file, sheet } = words[language];
  return sheetAttachment(file, { name: sheet, rows: rowsOf(database, runId, language) }, bounds);
}

async function* rowsOf(database: Kysely<Tables>, runId: string, language: Language): AsyncGenerator<Row[]> {
  yield [words[language].heads];
  for (const change of changeOrder)
    for (let after = -1; ;) {
      const entries = await entriesInOrder(database, { runId, change, after, limit: batchRows });
      yield entries.map((entry) => rowOf(entry, language));
      const last = entries.at(-1);
      if (!last || entries.length < batchRows) break;
      after = last.place;
    }
}

function rowOf(entry: SyncEntry, language: Language): Row {
  const { person, department, done, open } = words[language];
  const { change, ofPerson, name, accountName } = entry;
  return [
    syncChangeWord(change, language),
    ofPerson ? person : department,
    name,
    accountName,
    syncEntryWords(entry, language),
    entry.done ? done : open,
  ];
}
