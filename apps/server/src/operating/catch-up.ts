/** Brings copies of tables up to date with what was changed in the old database since an earlier snapshot. */
import {
  changedText,
  countRows,
  insertArrived,
  keysText,
  makeArriving,
  makeKeys,
  removeArrived,
  removeOthers,
} from './catch-up-queries.ts';
import type { KeyedTable } from './catch-up-queries.ts';
import { copyRows, onLanes } from './copy-tables.ts';
import type { Lane } from './copy-tables.ts';
import { copyInText, copyOutText, emptyAgain } from './dump-queries.ts';

/**
 * `since`: the first transaction that the earlier snapshot may not have seen. The connections that read share a snapshot of now. Returns the number
 * of rows that came. Each table is one transaction. After an error, none of the connections may be used.
 */
export async function catchUp(
  lanes: readonly Lane[],
  tables: readonly KeyedTable[],
  { since, signal, each }: { since: string; signal: AbortSignal; each: (table: string) => void },
): Promise<number> {
  let rows = 0;
  await onLanes(lanes, tables, signal, async (lane, table, stop) => {
    each(table.name);
    await lane.write.query('begin');
    const came = await (table.key.length === 0 ? copyAgain(lane, table, stop) : copyChanges(lane, table, since, stop));
    rows += came; // not in one line: it would add to what `rows` was before the other lanes ended
    await lane.write.query('commit');
  });
  return rows;
}

async function copyAgain(lane: Lane, table: KeyedTable, signal: AbortSignal): Promise<number> {
  await emptyAgain(lane.write, table);
  return copyRows(lane, { shape: table, text: copyOutText(table) }, signal);
}

/**
 * What arrives takes the place of what it was before. What was removed is looked for only if numbers of rows say that there is some. Both leave the copy
 * before anything is inserted, because it may be in the way of what is unique.
 */
async function copyChanges({ read, write }: Lane, table: KeyedTable, since: string, signal: AbortSignal): Promise<number> {
  const wanted = await countRows(read, table);
  const arriving = await makeArriving(write, table);
  const rows = await copyRows({ read, write }, { shape: table, text: changedText(table, since) }, signal, copyInText(arriving));
  if (rows > 0) await removeArrived(write, table);
  if ((await countRows(write, table)) !== wanted - rows) {
    const keys = await makeKeys(write, table);
    await copyRows({ read, write }, { shape: table, text: keysText(table) }, signal, copyInText(keys));
    await removeOthers(write, table);
  }
  if (rows > 0) await insertArrived(write, table);
  if ((await countRows(write, table)) !== wanted) throw new Error(`The copy of ${table.name} has another number of rows`);
  return rows;
}
