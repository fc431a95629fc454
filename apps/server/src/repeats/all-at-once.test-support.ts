/** Every kind of change under way at the same moment, each by people of its own so that none waits for another. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { checkFields, freshBytes, instantFields, Upload } from '../testing/index.ts';
import type { Client, Cut, CutLine, InstantOffer, People, Person, Reply } from '../testing/index.ts';
import { examples } from './changes.test-support.ts';
import type { Example } from './changes.test-support.ts';

export const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
export const said = ({ status, errcode, data }: Reply) => ({ status, errcode, data });
/** What is refused at best: the refusal is the answer that is kept. */
export const refusedAnyway: Record<string, number> = { 'task.cancel': failures.TASK_NOT_FOUND.errcode };

/** Written beside the requests too, or kept figures that have a row from the first time on. */
const unwatched = ['request_answer', 'session', 'blob_text', 'instance_name', 'rendition', 'folder_height', 'removal_count'];

/** Who is asked for access is told a moment after the request. */
const watched = (table: string) => (table === 'notice' ? sql`kind <> 'accessRequested'` : sql`true`);

export type RowCounts = Record<string, number>;

export async function rowCounts(database: Kysely<Tables>): Promise<RowCounts> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
    database,
  );
  const counted = sql.join(
    tables
      .filter(({ name }) => !unwatched.includes(name))
      .map(({ name }) => sql`select ${sql.lit(name)} as name, count(*)::int as n from ${sql.table(name)} where ${watched(name)}`),
    sql` union all `,
  );
  const { rows } = await sql<{ name: string; n: number }>`${counted}`.execute(database);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** What was added to each table, and taken from it, since then; tables that stayed as they were left out. */
export async function changedSince(database: Kysely<Tables>, before: RowCounts): Promise<RowCounts> {
  const now = await rowCounts(database);
  return Object.fromEntries(Object.keys(now).flatMap((name) => (now[name] === before[name] ? [] : [[name, now[name]! - before[name]!]])));
}

export interface Change extends Example {
  name: string;
  key: string;
}

export const send = ({ by, call, fields, key }: Change): Promise<Reply> => by.ask(call, fields, keyed(key));

/** The ends of an upload have no key: sent again they answer the file that was made. */
const uploads: Record<string, { make: (people: People, a: Person, n: string) => Promise<Example>; end: Pick<Cut, 'from' | 'statement'> }> =
  {
    'upload of a new file': {
      make: async (_, a, n) => saveOf(await Upload.begin(a, freshBytes(300), { name: `${n}.bin`, parentId: a.rootId })),
      end: { from: "update upload set state = 'saved', instance_id = made.id", statement: 0 },
    },
    'instant transfer': {
      make: async ({ database }, a, n) => {
        const bytes = freshBytes(400);
        await a.uploads(bytes, `${n}.bin`);
        const arrived = database.selectFrom('blob').select('id').where('verified_at', 'is', null).limit(1);
        while (await arrived.executeTakeFirst()) await sleep(20);
        const what = { name: `${n} again.bin`, parentId: a.rootId };
        const offer = await a.call(calls.upload.checkUploadAble, checkFields(bytes, what));
        assert.equal(offer.uploadflag, '1');
        return { by: a, call: calls.upload.secondUpload, fields: instantFields(offer as InstantOffer, bytes, what) };
      },
      end: { from: 'update instant_ticket set instance_id = made.id', statement: 0 },
    },
  };

async function saveOf(upload: Upload): Promise<Example> {
  await upload.deliver();
  return { by: upload.client, call: calls.upload.upload, fields: upload.saveFields() };
}

/** The moment at which each of them is done: right before it, or right after it and before anybody knows. */
export const commits = (when: Cut['when']): Cut[] => [
  { from: 'update "request_answer"', statement: 'commit', when },
  ...Object.values(uploads).map(({ end }) => ({ ...end, when })),
];

/** The tree of departments is changed by one at a time: `adminDepartment.end` is among the others, each of these comes alone. */
const alone = ['department.setManagers', 'adminDepartment.setManagers', 'adminDepartment.move'];
/** What can be under way at the same moment. */
export const rounds: readonly (readonly string[])[] = [
  [...Object.keys(examples), ...Object.keys(uploads)].filter((name) => !alone.includes(name)),
  ...alone.map((name) => [name]),
];

/** Two people for each kind, who stay for the next time. */
export async function engage(people: People, admin: Client, kinds: readonly string[]): Promise<(n: string) => Promise<Change[]>> {
  const person = () => people.person();
  const pairs = new Map(await Promise.all(kinds.map(async (name) => [name, [await person(), await person()] as const] as const)));
  return (n) =>
    Promise.all(
      [...pairs].map(async ([name, [a, b]], index) => {
        const own = `${n}_${index}`;
        const made = await (uploads[name]?.make(people, a, own) ?? examples[name]!(people, { a, b, admin, n: own }));
        return { ...made, name, key: randomUUID() };
      }),
    );
}

/** Sends all, and comes back when each stands still at its commit. What they are answered when it goes on; null: nothing. */
export async function sendUntilHeld(line: CutLine, changes: readonly Change[], when: Cut['when']): Promise<Promise<Reply | null>[]> {
  const standing = line.holdAt(commits(when));
  const answers = changes.map((change) => send(change).catch(() => null));
  const early = answers.map(async (answer, index) => {
    const { status, errcode, errmsg } = (await answer)!;
    throw new Error(`${changes[index]!.name} did not get to its commit: ${status} ${errcode} ${errmsg}`);
  });
  early.forEach((one) => one.catch(() => {}));
  await Promise.race([standing.held(changes.length), ...early]);
  return answers;
}
