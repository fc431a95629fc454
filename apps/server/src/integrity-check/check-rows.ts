/**
 * Whether what is stored hangs together: the tree, the room that is counted as used, and the content behind every file. Read as it is
 * at one moment; nothing is changed. Portion by portion, and after each it rests for as long as that took: whoever works meanwhile finds
 * a processor and the disk free, and neither memory nor temporary files grow with the number of rows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Findings, mostShown } from './findings.ts';
import type { Finding } from './findings.ts';
import { questionsOfFolders, questionsOfItems, usedBy, inPortion } from './row-queries.ts';
import type { Portion, Question } from './row-queries.ts';

const rowsAtOnce = 2000;
const [first, last] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

export interface RowsDeps {
  database: Kysely<Tables>;
  findings: Findings;
  /** Told how far it is. */
  tell?: (progress: string) => void;
  signal?: AbortSignal | undefined;
}

/** Over one unchanging view of the database, as a dump has it: what changes meanwhile is no fault. */
export async function checkRows(deps: RowsDeps): Promise<void> {
  await deps.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const used = new Map<string, number>();
      await inPortions(transaction, deps, 'items', sql`select id from instance`, async (portion) => {
        await ask(transaction, deps.findings, questionsOfItems, portion);
        const { rows } = await usedBy(portion).execute(transaction);
        for (const { space_id: id, bytes } of rows) used.set(id, (used.get(id) ?? 0) + bytes);
      });
      await inPortions(transaction, deps, 'items in their folders', sql`select parent_id as id from instance`, (portion) =>
        ask(transaction, deps.findings, questionsOfFolders, portion),
      );
      const reserved = await reservedBy(transaction);
      await inPortions(transaction, deps, 'spaces', sql`select id from space`, (portion) =>
        compareRoom(transaction, deps.findings, portion, used, reserved),
      );
    });
}

/** `ids`: what is walked along, in the order of an index. A folder is never parted: as much as it holds comes at once. */
async function inPortions(
  transaction: Transaction<Tables>,
  { tell = () => {}, signal }: RowsDeps,
  name: string,
  ids: RawBuilder<unknown>,
  work: (portion: Portion) => Promise<void>,
): Promise<void> {
  let seen = 0;
  for (let after = first; after < last;) {
    signal?.throwIfAborted();
    const started = performance.now();
    const { rows } = await sql<{ id: string }>`
      select walked.id from (${ids}) walked where walked.id > ${after}::uuid order by walked.id offset ${rowsAtOnce - 1} limit 1`.execute(
      transaction,
    );
    const until = rows[0]?.id ?? last;
    await work({ after, until });
    after = until;
    if (rows.length === 0) return;
    seen += rowsAtOnce;
    tell(`${seen} ${name} looked at`);
    await sleep(performance.now() - started, undefined, { signal });
  }
}

/** Of each question as many as are shown, and how many there are in all. */
async function ask(
  transaction: Transaction<Tables>,
  findings: Findings,
  questions: Readonly<Record<string, Question>>,
  portion: Portion,
): Promise<void> {
  for (const [what, question] of Object.entries(questions)) {
    const { rows } = await sql<{ row: string; count: number }>`
      select found.row, count(*) over () as count from (${question(portion)}) found limit ${mostShown}`.execute(transaction);
    if (rows[0])
      findings.addMany(
        what,
        rows.map(({ row }) => row),
        rows[0].count,
      );
  }
}

/** By space. There is as much of it as is being sent and copied just now. */
async function reservedBy(transaction: Transaction<Tables>): Promise<Map<string, number>> {
  const { rows } = await sql<{ space_id: string; bytes: number }>`
    select space_id, sum(reserved_bytes)::bigint as bytes from (
      select space_id, reserved_bytes from upload where state = 'open' union all select space_id, reserved_bytes from task where space_id is not null
    ) held group by space_id`.execute(transaction);
  return new Map(rows.map(({ space_id: id, bytes }) => [id, bytes]));
}

async function compareRoom(
  transaction: Transaction<Tables>,
  findings: Findings,
  portion: Portion,
  used: ReadonlyMap<string, number>,
  reserved: ReadonlyMap<string, number>,
): Promise<void> {
  const { rows } = await sql<{ id: string; used_bytes: number; reserved_bytes: number; removing: boolean }>`
    select s.id, s.used_bytes, s.reserved_bytes, g.removing_at is not null as removing
    from space s left join group_space g on g.space_id = s.id where ${inPortion('s.id', portion)}`.execute(transaction);
  for (const { id, used_bytes: saysUsed, reserved_bytes: saysReserved, removing } of rows) {
    const [hasUsed, hasReserved] = [used.get(id) ?? 0, reserved.get(id) ?? 0];
    if (saysUsed !== hasUsed && !removing)
      findings.add('a space whose used room differs from its versions', `${id} says ${saysUsed} has ${hasUsed}`);
    if (saysReserved !== hasReserved)
      findings.add('a space whose reserved room differs from what reserves it', `${id} says ${saysReserved} has ${hasReserved}`);
  }
}

/** The rows alone. Answers what is wrong; nothing: all is well. */
export async function checkData(database: Kysely<Tables>): Promise<Finding[]> {
  const findings = new Findings();
  await checkRows({ database, findings });
  return findings.list();
}
