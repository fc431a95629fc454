/**
 * Checks that the rows are consistent: the tree, the used quota, and the content of every file. It reads one snapshot and changes nothing.
 * It works in portions and rests after each for as long as the portion took, so that people who work meanwhile get processor and disk time.
 * Neither memory nor temporary files grow with the number of rows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { mostShown } from './findings.ts';
import type { Findings } from './findings.ts';
import { reservedBy, statedQuotas, usedBy } from './quota-queries.ts';
import { endOfPortion, findWrong, questionsOfFolders, questionsOfItems } from './row-queries.ts';
import type { Portion, Question, Walk } from './row-queries.ts';

const rowsAtOnce = 2000;
const [first, last] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

export interface RowsDeps {
  database: Kysely<Tables>;
  findings: Findings;
  /** Called with the progress. */
  tell?: (progress: string) => void;
  signal?: AbortSignal | undefined;
}

/** Reads one snapshot, as a dump does, so that concurrent changes are not reported as faults. */
export async function checkRows(deps: RowsDeps): Promise<void> {
  await deps.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const used = new Map<string, number>();
      await inPortions(transaction, deps, 'items', async (portion) => {
        await ask(transaction, deps.findings, questionsOfItems, portion);
        for (const { space_id: id, bytes } of await usedBy(transaction, portion)) used.set(id, (used.get(id) ?? 0) + bytes);
      });
      await inPortions(transaction, deps, 'items in their folders', (portion) =>
        ask(transaction, deps.findings, questionsOfFolders, portion),
      );
      const reserved = await reservedBy(transaction);
      await inPortions(transaction, deps, 'spaces', (portion) => compareQuotas(transaction, deps.findings, portion, used, reserved));
    });
}

/** Walks in portions. A folder is never split: all its children are in one portion. */
async function inPortions(
  transaction: Transaction<Tables>,
  { tell = () => {}, signal }: RowsDeps,
  walk: Walk,
  work: (portion: Portion) => Promise<void>,
): Promise<void> {
  let seen = 0;
  for (let after = first; after < last;) {
    signal?.throwIfAborted();
    const started = performance.now();
    const until = await endOfPortion(transaction, walk, after, rowsAtOnce);
    await work({ after, until: until ?? last });
    if (until === undefined) return;
    after = until;
    seen += rowsAtOnce;
    tell(`${seen} ${walk} looked at`);
    await sleep(performance.now() - started, undefined, { signal });
  }
}

/** Records at most as many findings of each query as are shown, and the total count. */
async function ask(
  transaction: Transaction<Tables>,
  findings: Findings,
  questions: Readonly<Record<string, Question>>,
  portion: Portion,
): Promise<void> {
  for (const [what, question] of Object.entries(questions)) {
    const { found, count } = await findWrong(transaction, question, portion, mostShown);
    if (count > 0) findings.addMany(what, found, count);
  }
}

async function compareQuotas(
  transaction: Transaction<Tables>,
  findings: Findings,
  portion: Portion,
  used: ReadonlyMap<string, number>,
  reserved: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { id, used_bytes: saysUsed, reserved_bytes: saysReserved, removing } of await statedQuotas(transaction, portion)) {
    const [hasUsed, hasReserved] = [used.get(id) ?? 0, reserved.get(id) ?? 0];
    if (saysUsed !== hasUsed && !removing)
      findings.add('a space whose used room differs from its versions', `${id} says ${saysUsed} has ${hasUsed}`);
    if (saysReserved !== hasReserved)
      findings.add('a space whose reserved room differs from what reserves it', `${id} says ${saysReserved} has ${hasReserved}`);
  }
}
