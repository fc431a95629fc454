/** Checks the entries of the audit log, in portions, and rests after each for as long as it took. It changes nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RowsDeps } from './check-rows.ts';
import { mostShown } from './findings.ts';
import { findLogFaults, readLogPortion } from './log-queries.ts';

const rowsAtOnce = 5000;

/**
 * What can be told from the entries alone. That one was removed or changed by somebody who can drop the trigger is not seen: that takes
 * evidence outside the database.
 */
export async function checkLog({ database, findings, tell = () => {}, signal }: RowsDeps): Promise<void> {
  for (const fault of await findLogFaults(database)) findings.add('the audit log', fault);
  let seen = 0;
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const started = performance.now();
    const { last, found } = await readLogPortion(database, { after, rows: rowsAtOnce, most: mostShown });
    for (const { what, ids, count } of found) findings.addMany(what, ids.map(String), count);
    if (last === null) return;
    after = last;
    seen += rowsAtOnce;
    tell(`${seen} entries of the audit log looked at`);
    await sleep(performance.now() - started, undefined, { signal });
  }
}
