/** Every kind of change is in progress at the same moment, each by people of its own so that none waits for another. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { InstantTicket } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inLanes } from '../integrity-check/index.ts';
import { checkFields, freshBytes, instantFields, Upload } from '../testing/index.ts';
import type { Client, Cut, CutLine, People, Person, Reply } from '../testing/index.ts';
import { examples } from './changes.test-support.ts';
import type { Example } from './changes.test-support.ts';

export const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
export const said = ({ status, errcode, data }: Reply) => ({ status, errcode, data });
/** Calls that are refused even at best: the refusal is the answer that is stored. */
export const refusedAnyway: Record<string, number> = { 'task.cancel': failures.TASK_NOT_FOUND.errcode };

/** Tables that are also written independently of the requests, or that store figures whose row is created at first use. */
const unwatched = [
  'request_answer',
  'session',
  'blob_text',
  'instance_name',
  'name_before',
  'rendition',
  'folder_height',
  'removal_count',
  'second_bin_hour',
  'call_count',
  // Whoever accepted an edition has accepted it in the next round, too.
  'agreement_acknowledgement',
  'audit_log_key',
  'audit_log_quarter',
  'audit_log_hash',
  // A job reads the contents again, and finds that those of some examples were never stored.
  'damaged_content',
  // A job makes the figures of the day, which may be between two counts.
  'daily_figure',
  'largest_space',
  // Whatever the examples gave up is counted every two seconds.
  'expected_stray',
];

/** People who are asked for access are notified a moment after the request, and administrators of damaged contents by a job. */
const watched = (table: string) => (table === 'notice' ? sql`kind not in ('accessRequested', 'contentFault')` : sql`true`);

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

/** How many rows were added to or removed from each table since then. Unchanged tables are left out. */
export async function changedSince(database: Kysely<Tables>, before: RowCounts): Promise<RowCounts> {
  const now = await rowCounts(database);
  return Object.fromEntries(Object.keys(now).flatMap((name) => (now[name] === before[name] ? [] : [[name, now[name]! - before[name]!]])));
}

export interface Change extends Example {
  name: string;
  key: string;
}

export const send = ({ by, call, fields, key }: Change): Promise<Reply> => by.ask(call, fields, keyed(key));

export const savedUploads = { from: 'insert into saved_upload (key, instance_id)', statement: 0 } as const;
const savedWithRow = { from: "update upload set state = 'saved', instance_id = saved.id", statement: 0 } as const;

/** The last calls of an upload have no key: repeated, they return the files that were created. */
const uploads: Record<string, (people: People, a: Person, n: string) => Promise<Example>> = {
  'upload of a new file': async (_, a, n) => ({ by: a, call: calls.upload.upload, fields: await delivered(a, `${n}.bin`) }),
  'upload of a file with a row': async (_, a, n) => ({ by: a, call: calls.upload.upload, fields: await delivered(a, `${n}.bin`, 300_000) }),
  'upload of several files': async (_, a, n) => {
    const items = await Promise.all([1, 2, 3].map((of) => delivered(a, `${n} ${of}.bin`)));
    return { by: a, call: calls.upload.uploads, fields: { items } };
  },
  'instant transfer': async (people, a, n) => {
    const [fields] = await offered(people, a, [n]);
    return { by: a, call: calls.upload.secondUpload, fields: fields! };
  },
  'instant transfer of several files': async (people, a, n) => ({
    by: a,
    call: calls.upload.secondUploads,
    fields: { items: await offered(people, a, [`${n} 1`, `${n} 2`]) },
  }),
};

async function delivered(a: Person, name: string, size = 300) {
  const upload = await Upload.begin(a, freshBytes(size), { name, parentId: a.rootId });
  await upload.deliver();
  return upload.saveFields();
}

async function offered({ database }: People, a: Person, names: readonly string[]) {
  const bytes = freshBytes(400);
  await a.uploads(bytes, `${names[0]}.bin`);
  const arrived = database.selectFrom('blob').select('id').where('verified_at', 'is', null).limit(1);
  while (await arrived.executeTakeFirst()) await sleep(20);
  return Promise.all(
    names.map(async (name) => {
      const what = { name: `${name} again.bin`, parentId: a.rootId };
      const offer = await a.call(calls.upload.checkUploadAble, checkFields(bytes, what));
      assert.equal(offer.uploadflag, '1');
      return instantFields(offer as InstantTicket, bytes, what);
    }),
  );
}

/** The statements at which each change is stopped: right before its commit, or right after it and before the client gets the answer. */
export const commits = (when: Cut['when']): Cut[] => [
  { from: 'update "request_answer"', statement: 'commit', when },
  ...[savedUploads, savedWithRow].map((end) => ({ ...end, when })),
];

/**
 * Changes to the tree of departments, to roles, to accounts and to what else administrators set for all are made one at a time. `adminDepartment.end` and
 * `adminUser.batch` are among the others; each of these gets a round of its own.
 */
const alone = [
  'department.setManagers',
  'adminDepartment.setManagers',
  'adminDepartment.create',
  'adminDepartment.update',
  'adminDepartment.move',
  'adminConfiguration.update',
  'adminConfiguration.revert',
  'adminFile.changeFound',
  'adminFileRole.update',
  'adminRole.create',
  'adminRole.update',
  'adminRole.remove',
  'adminRole.assign',
  'adminRole.requireFactor',
  'adminUser.removeFactors',
  'adminUser.unlinkPlatform',
  'adminUser.update',
  'adminUser.endSessions',
  'adminUser.freeze',
  'adminUser.thaw',
  'adminDlp.create',
  'adminDlp.update',
  'adminDlp.remove',
  'adminAllowlist.create',
  'adminAllowlist.update',
  'adminAllowlist.remove',
  'adminPlatform.create',
  'adminPlatform.update',
  'adminPlatform.remove',
  'adminPlatform.createDirectory',
  'adminPlatform.updateDirectory',
  'adminPlatform.createScim',
  'adminPlatform.updateScim',
  'adminPlatform.releaseScim',
  'adminPlatform.setSync',
  'adminPlatform.dryRun',
  'adminPlatform.sync',
  'adminPlatform.cancelSync',
  'adminRegion.create',
  'adminRegion.update',
  'adminRegion.remove',
  'adminAgreement.saveDraft',
  'adminAgreement.discardDraft',
  'adminAgreement.publish',
];
/** The kinds of changes that can be in progress at the same moment, for each round. */
export const rounds: readonly (readonly string[])[] = [
  [...Object.keys(examples), ...Object.keys(uploads)].filter((name) => !alone.includes(name)),
  ...alone.map((name) => [name]),
];

/** Only the changes themselves are to meet: all that they need before would wait too long for a connection, or for what is made one at a time. */
const lanes = 8;

/** Creates two people for each kind. They are used again in the next round. */
export async function engage(people: People, admin: Client, kinds: readonly string[]): Promise<(n: string) => Promise<Change[]>> {
  const pairs: { name: string; a: Person; b: Person }[] = [];
  await inLanes([...kinds.entries()], lanes, async ([index, name]) => {
    pairs[index] = { name, a: await people.person(), b: await people.person() };
  });
  return async (n) => {
    const changes: Change[] = [];
    await inLanes([...pairs.entries()], lanes, async ([index, { name, a, b }]) => {
      const own = `${n}_${index}`;
      const made = await (uploads[name]?.(people, a, own) ?? examples[name]!(people, { a, b, admin, n: own }));
      changes[index] = { ...made, name, key: randomUUID() };
    });
    await linksLookedAt(people.database);
    return changes;
  };
}

/** A link that was made while a rule of another example was on opens when a job looks at it, which must not count among the changes. */
async function linksLookedAt(database: People['database']): Promise<void> {
  const waits = () =>
    database
      .selectFrom('link')
      .innerJoin('link_check', 'link_check.link_id', 'link.id')
      .select('link.id')
      .where('link.state', '=', 'verifying')
      .executeTakeFirst();
  while (await waits()) await sleep(50);
}

/**
 * Sends all changes and returns as soon as each is stopped at its commit. Returns what they are answered when they go on; null: no answer.
 */
export async function sendUntilHeld(line: CutLine, changes: readonly Change[], when: Cut['when']): Promise<Promise<Reply | null>[]> {
  const standing = line.pauseAt(commits(when));
  const answers = changes.map((change) => send(change).catch(() => null));
  const early = answers.map(async (answer, index) => {
    const { status, errcode, errmsg } = (await answer)!;
    throw new Error(`${changes[index]!.name} did not get to its commit: ${status} ${errcode} ${errmsg}`);
  });
  early.forEach((one) => one.catch(() => {}));
  await Promise.race([standing.held(changes.length), ...early]);
  return answers;
}
