/**
 * A permission is revoked while a call waits for a lock: the call must not do what was allowed before the wait. Every call that changes
 * something in a shared place is made to wait by another connection, which revokes the permission and then releases its locks.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { calls } from '@alcove/contract';
import type { GroupId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person, Reply } from '../testing/index.ts';
import { placeChanges, refusalOf, stateOf } from './place-changes.test-support.ts';
import type { SharedPlace } from './place-changes.test-support.ts';

let company: Company;
let [leader, member, other, stranger]: Person[] = [];
let groupId: GroupId;
before(async () => {
  company = await openCompany();
  [leader, member, other, stranger] = [await company.person(), await company.person(), await company.person(), await company.person()];
  groupId = (await leader!.call(calls.group.createGroup, { groupName: 'asked again', preallocatedSize: 1_000_000_000 })).groupId;
  await leader!.call(calls.group.addMembers, {
    groupId,
    members: [
      { kind: 'person', id: member!.userId, level: 'manager' },
      { kind: 'person', id: other!.userId, level: 'viewOnly' },
    ],
  });
});
after(() => company.close());

interface Taking {
  /** Locks what the call waits for. The same transaction then revokes the permission. */
  lock(transaction: Transaction<Tables>): Promise<unknown>;
  take(transaction: Transaction<Tables>, place: SharedPlace): Promise<unknown>;
  changes: readonly string[];
}
const lockSpaces = (transaction: Transaction<Tables>) =>
  sql`select from space where id = ${groupId} or owner_id = ${member!.userId} for update`.execute(transaction);

/** Locks everything that a writer here may wait for: the group, its items with their rows, and the spaces. */
async function lockAll(transaction: Transaction<Tables>): Promise<void> {
  const here = sql`(select id from instance where space_id = ${groupId})`;
  await sql`select from group_space where space_id = ${groupId} for update`.execute(transaction);
  await sql`select from share where instance_id in ${here} for update`.execute(transaction);
  await sql`select from link where instance_id in ${here} for update`.execute(transaction);
  await sql`select from recycle where space_id = ${groupId} for update`.execute(transaction);
  await sql`select from comment where instance_id in ${here} for update`.execute(transaction);
  await sql`select from instance where space_id = ${groupId} for update`.execute(transaction);
  await lockSpaces(transaction);
}

const takings: Record<string, Taking> = {
  'put out of the group while it waits for all there is': {
    lock: lockAll,
    take: (transaction) => sql`delete from file_grant where source_id = ${groupId} and subject_id = ${member!.userId}`.execute(transaction),
    changes: Object.keys(placeChanges),
  },
  'closed out of the folder while it waits for the space, the last of all': {
    lock: lockSpaces,
    take: (transaction, { folderId }) =>
      sql`insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
        values (${newId()}, ${folderId}, 'person', ${member!.userId}, 'forbidden', 'group', ${groupId}, ${leader!.userId})`.execute(
        transaction,
      ),
    changes: Object.keys(placeChanges).filter((name) => /^(instance.(?!set|tag|untag|comment|removeComment)|recycle)/.test(name)),
  },
};
const giveBack = (): Promise<unknown> =>
  sql`insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
    values (${newId()}, ${groupId}, 'person', ${member!.userId}, 'manager', 'group', ${groupId}, ${leader!.userId})
    on conflict do nothing`.execute(company.database);

const reserved = async (): Promise<number> =>
  (await company.database.selectFrom('space').select('reserved_bytes').where('id', '=', groupId).executeTakeFirstOrThrow()).reserved_bytes;

async function waits(): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(company.database);
  return rows[0]!.n > 0;
}

async function takenWhileItWaits(place: SharedPlace, { lock, take }: Taking, ask: () => Promise<Reply>): Promise<Reply> {
  let asked: Promise<Reply> | undefined;
  await company.database.transaction().execute(async (transaction) => {
    await lock(transaction);
    asked = ask();
    for (const end = Date.now() + 20_000; !(await waits()); await sleep(3)) assert.ok(Date.now() < end, 'it waits for nothing');
    await take(transaction, place);
  });
  return asked!;
}

for (const [how, taking] of Object.entries(takings))
  test(`a call of somebody who is ${how} changes nothing and reserves no quota`, async (context) => {
    for (const [number, name] of taking.changes.entries())
      await context.test(name, async () => {
        const folderId = (await leader!.folder(`${how.slice(0, 6)} ${number}`, groupId)).instanceId;
        const reservedBefore = await reserved();
        const place: SharedPlace = { company, leader: leader!, member: member!, other: other!, stranger: stranger!, groupId, folderId };
        const { call, fields } = await placeChanges[name]!(place);
        const before = await stateOf(place);
        try {
          const reply = await takenWhileItWaits(place, taking, () => member!.ask(call, fields as never));
          assert.ok(reply.status < 500, `${reply.status} ${reply.errmsg}`);
          assert.notEqual(refusalOf(reply), null, JSON.stringify(reply.data));
          assert.deepEqual(await stateOf(place), before);
          assert.equal(await reserved(), reservedBefore);
        } finally {
          await sql`delete from file_grant where role = 'forbidden' and subject_id = ${member!.userId}`.execute(company.database);
          await giveBack();
        }
      });
  });

test('every call that changes items is among them, or says why it need not be', () => {
  const without: Record<string, string> = {
    'instance.queryUploadAuth': 'signs parts of an upload that is never saved without the right',
    'instance.recycleStorageFile': 'gives up what is one’s own',
    'innerSharing.leaveInnerSharing': 'gives up what one has oneself',
    'link.rename': 'the name of one’s own link, which gives nobody anything',
  };
  // Those of visitors run the use cases of people.
  const linksOfPeople = Object.fromEntries(Object.entries(calls.link).filter(([, { caller }]) => caller === 'user'));
  const domains = [calls.instance, calls.upload, calls.version, calls.recycle, calls.tag, calls.comment, calls.innerSharing, linksOfPeople];
  const changing = domains
    .flatMap((domain) => Object.values(domain))
    .filter(({ changes }) => changes !== 'nothing')
    .map(({ name }) => name);
  const tried = new Set(Object.keys(placeChanges).map((name) => name.split(' ')[0]!));
  assert.deepEqual(
    changing.filter((name) => !tried.has(name) && without[name] === undefined),
    [],
  );
});
