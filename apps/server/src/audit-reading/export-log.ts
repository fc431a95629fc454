import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { calls, Language, RequestOf } from '@alcove/contract';
import { addDetail } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import type { Attachment, UserContext } from '../http/index.ts';
import { exportBounds, sheetAttachment } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import { entryOf, readSearch } from './list-log.ts';
import { logWords, rowOf } from './log-sheet.ts';
import { readEntries } from './log-queries.ts';
import { regionFinder } from './region-of.ts';
import { findRegions } from './region-queries.ts';
import { walk } from './walk.ts';

const batchEntries = 500;
const bounds = exportBounds(limits.logRows, logWords['zh-CN'].heads);

/**
 * At most 10,000 entries as a sheet, in the order of the list: the latest or the earliest that the filter finds. Throws what `readSearch` and
 * `sheetAttachment` throw.
 */
export async function exportLog(
  database: Kysely<Tables>,
  { part, utcOffset, ...filter }: RequestOf<typeof calls.adminLog.exportLog>,
  { language }: UserContext,
): Promise<Attachment> {
  const { ids } = await walk(database, await readSearch(database, filter), { direction: part, most: limits.logRows });
  addDetail({ objects: ids.length });
  const words = logWords[language];
  const newestFirst = part === 'latest' ? ids : ids.toReversed();
  return sheetAttachment(words.file, { name: words.sheet, rows: rowsOf(database, newestFirst, language, utcOffset) }, bounds);
}

async function* rowsOf(database: Kysely<Tables>, ids: readonly number[], language: Language, utcOffset: number): AsyncGenerator<Row[]> {
  yield [[...logWords[language].heads]];
  const regionOf = regionFinder(await findRegions(database));
  for (let at = 0; at < ids.length; at += batchEntries) {
    const entries = await readEntries(database, ids.slice(at, at + batchEntries));
    yield entries.map((row) => rowOf(entryOf(row, regionOf), language, utcOffset));
  }
}
