/**
 * Makes the figures of a day once, whichever process comes first. A day that was missed is made up for from the audit log; how much space was used then
 * is not known any more.
 */
import type { Kysely, Transaction } from 'kysely';
import { findRange } from '../audit-reading/index.ts';
import type { Tables } from '../database/index.ts';
import {
  countActive,
  countPeople,
  countUploads,
  keepFigures,
  keepLargest,
  nextDayDue,
  sumSpaces,
  todayUnmeasured,
  tryToMake,
} from './figure-queries.ts';
import type { DueDay } from './figure-queries.ts';

/** How many accounts, or entries of the log, one statement reads. */
const batchAccounts = 1000;
const batchEntries = 20_000;
const largestKept = 10;

/** Returns more than 0 if another day may be due. Killed on the way, it has kept nothing of the day. */
export async function makeFigures(database: Kysely<Tables>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    if (!(await tryToMake(transaction))) return 0;
    const today = await todayUnmeasured(transaction);
    if (today !== null) await measure(transaction, today);
    const due = await nextDayDue(transaction);
    if (due === null) return 0;
    await count(transaction, due);
    return 1;
  });
}

async function measure(transaction: Transaction<Tables>, day: string): Promise<void> {
  await keepFigures(transaction, day, { ...(await sumSpaces(transaction)), people: await countPeople(transaction) });
  await keepLargest(transaction, day, largestKept);
}

async function count(transaction: Transaction<Tables>, due: DueDay): Promise<void> {
  const range = await findRange(transaction, due);
  let [activePeople, uploads, uploadedBytes] = [0, 0, 0];
  for (let after: string | null = null; ;) {
    const { active, last } = await countActive(transaction, { ...due, range, after, most: batchAccounts });
    activePeople += active;
    if (last === null) break;
    after = last;
  }
  for (let low = range.low; low <= range.high; low += batchEntries) {
    const counted = await countUploads(transaction, { ...due, range: { low, high: Math.min(range.high, low + batchEntries - 1) } });
    uploads += counted.uploads;
    uploadedBytes += counted.bytes;
  }
  await keepFigures(transaction, due.day, { activePeople, uploads, uploadedBytes });
}
