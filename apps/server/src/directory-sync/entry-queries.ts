/** Statements on what a directory told in a run, and on what is to be done with it. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { SyncChange, SyncConflict, SyncDifference, SyncEntry, SyncGroup } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { KnownPerson } from './judge-person.ts';
import { knownPerson } from './person-queries.ts';
import type { Owned } from './person-queries.ts';
import type { PlacedPerson } from './directory-entries.ts';

/** Keeps people as they were told of, each at their place. */
export async function insertTold(
  database: Kysely<Tables>,
  runId: string,
  people: readonly { place: number; told: PlacedPerson }[],
): Promise<void> {
  await sql`
    insert into directory_entry (run_id, place, of_person, subject, told, name, account_name)
    select ${runId}, place, true, subject, told, name, account_name
    from unnest(${people.map(({ place }) => place)}::int[], ${people.map(({ told }) => told.subject)}::text[],
      ${people.map(({ told }) => JSON.stringify(told))}::jsonb[], ${people.map(({ told }) => told.realName)}::text[],
      ${people.map(({ told }) => told.accountName)}::text[]) as t (place, subject, told, name, account_name)`.execute(database);
}

/** Tells PostgreSQL how many entries there are now. It would sort all that are left for each page. */
export async function analyzeEntries(database: Kysely<Tables>): Promise<void> {
  await sql`analyze directory_entry`.execute(database);
}

/** Marks entries whose account name another entry has, too. */
export async function markTwice(database: Kysely<Tables>, runId: string, places: readonly number[]): Promise<void> {
  if (places.length > 0)
    await sql`update directory_entry set twice = true where run_id = ${runId} and place = any(${places}::int[])`.execute(database);
}

export interface ToldEntry {
  place: number;
  subject: string;
  told: PlacedPerson;
  twice: boolean;
  /** What was planned; null: nothing yet. */
  change: SyncChange | null;
  linked: KnownPerson | null;
  named: KnownPerson | null;
}

/** The next people that were told of, after `after`, beside the accounts here. `planned`: only those with this change that is not done. */
export async function findTold(
  database: Kysely<Tables>,
  { runId, platformId }: { runId: string; platformId: string },
  { after, limit, planned = null }: { after: number; limit: number; planned?: readonly SyncChange[] | null },
): Promise<ToldEntry[]> {
  const one = knownPerson(platformId, sql`e.subject`);
  const { rows } = await sql<ToldEntry>`
    with page as materialized (
      select place, subject, told, twice, change, account_name from directory_entry
      where run_id = ${runId} and of_person and told is not null and place > ${after}
        and (${planned}::text[] is null or (change = any(${planned}::text[]) and not done))
      order by place limit ${limit}
    )
    select e.place, e.subject, e.told, e.twice, e.change,
      (select ${one} from user_account u where u.id = l.user_id) as linked,
      case when l.user_id is null then (select ${one} from user_account u where lower(u.account_name) = lower(e.account_name)) end as named
    from page e cross join lateral (select (
      select il.user_id from platform p join identity_link il on il.platform_id = p.id and il.issuer = p.issuer and il.subject = e.subject
      where p.id = ${platformId}) as user_id offset 0) l
    order by e.place`.execute(database);
  return rows;
}

export interface Planned {
  place: number;
  change: SyncChange;
  conflict: SyncConflict | null;
  objectId: string | null;
  differences: SyncDifference[];
}

/** Keeps what is to be done with these entries. Those that stay as they are need not be kept. */
export async function setPlans(database: Kysely<Tables>, runId: string, plans: readonly Planned[], same: readonly number[]): Promise<void> {
  if (same.length > 0) await sql`delete from directory_entry where run_id = ${runId} and place = any(${same}::int[])`.execute(database);
  if (plans.length > 0)
    await sql`
      update directory_entry e set change = t.change, conflict = t.conflict, object_id = t.object_id, differences = t.differences
      from unnest(${plans.map(({ place }) => place)}::int[], ${plans.map(({ change }) => change)}::text[], ${plans.map(({ conflict }) => conflict)}::text[],
        ${plans.map(({ objectId }) => objectId)}::uuid[], ${plans.map(({ differences }) => JSON.stringify(differences))}::jsonb[])
        as t (place, change, conflict, object_id, differences)
      where e.run_id = ${runId} and e.place = t.place`.execute(database);
}

/** Adds people of the platform whom it no longer tells of. They have places below zero, until all of them are put in order. */
export async function insertMissing(database: Kysely<Tables>, runId: string, before: number, missing: readonly Owned[]): Promise<void> {
  await sql`
    insert into directory_entry (run_id, place, of_person, subject, change, object_id, name, account_name)
    select ${runId}, ${before} - at, true, subject, 'leave', u.id, u.real_name, u.account_name
    from unnest(${missing.map(({ subject }) => subject)}::text[], ${missing.map(({ userId }) => userId)}::uuid[])
      with ordinality as t (subject, user_id, at) join user_account u on u.id = t.user_id`.execute(database);
}

/** Puts them behind the others, by account name. */
export async function placeMissing(database: Kysely<Tables>, runId: string, first: number): Promise<void> {
  await sql`
    update directory_entry e set place = ${first} + t.n - 1
    from (select place, row_number() over (order by account_name) as n from directory_entry where run_id = ${runId} and place < 0) t
    where e.run_id = ${runId} and e.place = t.place`.execute(database);
}

/** How many would be frozen, of how many who are not. */
export async function countLeavers(
  database: Kysely<Tables>,
  runId: string,
  platformId: string,
): Promise<{ leaving: number; before: number }> {
  const { rows } = await sql<{ leaving: number; before: number }>`
    select (select count(*)::int from directory_entry where run_id = ${runId} and change = 'leave') as leaving,
      (select count(*)::int from directory_person dp join user_account u on u.id = dp.user_id
        where dp.platform_id = ${platformId} and u.frozen_at is null) as before`.execute(database);
  return rows[0]!;
}

export interface Leaver {
  place: number;
  userId: string;
  advanced: boolean;
}

/** The next people to be frozen who still are of this platform and not frozen. */
export async function findLeavers(
  database: Kysely<Tables>,
  { runId, platformId }: { runId: string; platformId: string },
  after: number,
  limit: number,
): Promise<Leaver[]> {
  const { rows } = await sql<Leaver>`
    select e.place, u.id as "userId",
      exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.type = 'advanced') as advanced
    from directory_entry e join directory_person dp on dp.user_id = e.object_id and dp.platform_id = ${platformId} join user_account u on u.id = dp.user_id
    where e.run_id = ${runId} and e.change = 'leave' and not e.done and e.place > ${after} and u.frozen_at is null
    order by e.place limit ${limit}`.execute(database);
  return rows;
}

export interface Settled {
  place: number;
  objectId: string | null;
  conflict: SyncConflict | null;
}

/** What became of entries: done, or in conflict after all. */
export async function settle(transaction: Transaction<Tables>, runId: string, entries: readonly Settled[]): Promise<void> {
  await sql`
    update directory_entry e set done = t.conflict is null, conflict = t.conflict, change = case when t.conflict is null then e.change else 'conflict' end,
      object_id = coalesce(t.object_id, e.object_id)
    from unnest(${entries.map(({ place }) => place)}::int[], ${entries.map(({ objectId }) => objectId)}::uuid[],
      ${entries.map(({ conflict }) => conflict)}::text[]) as t (place, object_id, conflict)
    where e.run_id = ${runId} and e.place = t.place`.execute(transaction);
}

const groups: Readonly<Record<SyncChange, SyncGroup>> = {
  leave: 'leave',
  conflict: 'conflict',
  change: 'change',
  match: 'change',
  return: 'change',
  free: 'change',
  new: 'new',
};
const changesIn = (group: SyncGroup): string[] => Object.entries(groups).flatMap(([change, of]) => (of === group ? [change] : []));

/** In which order changes are listed: who leaves first. */
export const changeOrder: readonly SyncChange[] = ['leave', 'conflict', 'change', 'match', 'return', 'free', 'new'];

const shown = sql`place, of_person as "ofPerson", change, conflict, object_id as "objectId", name, account_name as "accountName", differences, done`;

/** A page of what a run has found, and how many there are. */
export async function pageOfEntries(
  database: Kysely<Tables>,
  { runId, group }: { runId: string; group: SyncGroup | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: SyncEntry[]; total: number }> {
  const where = sql`run_id = ${runId} and change = any(${group === undefined ? Object.keys(groups) : changesIn(group)}::text[])`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from directory_entry where ${where}`.execute(
    database,
  );
  const { rows } = await sql<SyncEntry>`
    select ${shown} from directory_entry where ${where}
    order by array_position(${changeOrder}::text[], change), place limit ${limit} offset ${offset}`.execute(database);
  return { items: rows, total: counted[0]!.total };
}

/** The next entries of one change, after the place. */
export async function entriesInOrder(
  database: Kysely<Tables>,
  { runId, change, after, limit }: { runId: string; change: SyncChange; after: number; limit: number },
): Promise<SyncEntry[]> {
  const { rows } = await sql<SyncEntry>`
    select ${shown} from directory_entry where run_id = ${runId} and change = ${change} and place > ${after} order by place limit ${limit}`.execute(
    database,
  );
  return rows;
}

/** How many of each group these runs have found, and with how many they are done. */
export async function countEntries(
  database: Kysely<Tables>,
  runIds: readonly string[],
): Promise<Map<string, { counts: Record<SyncGroup, number>; done: number }>> {
  const { rows } = await sql<{ runId: string; change: SyncChange; n: number; done: number }>`
    select run_id as "runId", change, count(*)::int as n, count(*) filter (where done)::int as done from directory_entry
    where run_id = any(${runIds}::uuid[]) and change is not null group by 1, 2`.execute(database);
  const found = new Map(runIds.map((id) => [id, { counts: { leave: 0, conflict: 0, change: 0, new: 0 }, done: 0 }]));
  for (const { runId, change, n, done } of rows) {
    const one = found.get(runId)!;
    one.counts[groups[change]] += n;
    one.done += done;
  }
  return found;
}

/** Deletes what a run kept that came to nothing. */
export async function deleteEntries(database: Kysely<Tables>, runId: string): Promise<void> {
  await sql`delete from directory_entry where run_id = ${runId}`.execute(database);
}
