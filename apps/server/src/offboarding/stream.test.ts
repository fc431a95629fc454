/**
 * Downloads that are under way when somebody leaves: of what they shared, of their own files, and in a group that they lead. Freezing them
 * cuts off what they give, so afterward the account is made active again in the database: what stays closed then, the offboarding has ended.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import { adminPassword, freshBytes, openCompany } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { ended, everything, freeze, successorsOf } from './offboarding.test-support.ts';
import type { Leaving } from './offboarding.test-support.ts';

/** More than the buffers on the way hold. */
const size = 40 * 1024 * 1024;
/** Milliseconds, longer than a permission is cached. */
const aWhile = 1300;

let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(async () => {
  // Nobody reads them on, and a server that closes waits for its downloads.
  await Promise.all(readers.map((reader) => reader.cancel().catch(() => undefined)));
  await company.close();
});

const readers: ReadableStreamDefaultReader[] = [];

interface Stream {
  url: string;
  /** Reads on. How many bytes there were in all; fewer if it was cut off. */
  received(): Promise<number>;
}

/** A download of which some has arrived. Nothing more is read for now. */
async function begun(by: Person, instanceId: InstanceId): Promise<Stream> {
  const { url } = await by.call(calls.download.download, { instanceId });
  const reader = (await fetch(url)).body!.getReader();
  readers.push(reader);
  let bytes = (await reader.read()).value!.length;
  return {
    url,
    received: async () => {
      try {
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.length;
      } catch {
        // Cut off.
      }
      return bytes;
    },
  };
}

const statusOf = async (url: string): Promise<number> => {
  const answer = await fetch(url, { headers: { range: 'bytes=0-0' } });
  await answer.arrayBuffer();
  return answer.status;
};

interface Leaves extends Leaving {
  largeId: InstanceId;
  /** By a colleague, from the leaver's shared folder. */
  shared: Stream;
  /** By the leaver, of the same file. */
  own: Stream;
  /** By a member of a group that the leaver leads. */
  inGroup: Stream;
}

async function leaves(): Promise<Leaves> {
  const one = await everything(company, company.database, admin);
  const { leaver, reader } = one;
  const { instanceId: largeId } = await leaver.uploads(freshBytes(size), 'large.bin', one.folderId);
  const { groupId } = await leaver.call(calls.group.createGroup, { groupName: `Large ${largeId}`, preallocatedSize: 2 * size });
  await leaver.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: reader.userId, level: 'download' }] });
  await leaver.call(calls.instance.copy, { instanceIds: [largeId], targetParentId: groupId });
  const [inGroup] = (await leaver.call(calls.instance.page, { parentId: groupId })).items;
  return {
    ...one,
    groupIds: [...one.groupIds, groupId],
    largeId,
    shared: await begun(reader, largeId),
    own: await begun(leaver, largeId),
    inGroup: await begun(reader, inGroup!.instanceId),
  };
}

async function offboard(one: Leaves, space: string | null): Promise<void> {
  await freeze(admin, one.leaver.userId);
  await admin.call(calls.adminUser.offboard, { userId: one.leaver.userId, successors: { ...successorsOf(one), space } });
  const report = await ended(admin, one.leaver.userId);
  assert.deepEqual([report.error, report.state], [null, 'done']);
  await sleep(aWhile);
}

/** As if only the freezing had been. */
const thawAnyway = ({ leaver }: Leaves) =>
  sql`update user_account set frozen_at = null, left_at = null where id = ${leaver.userId}`.execute(company.database);

test('freezing alone cuts off what the person shared and reads, for as long as they are frozen, and nothing in their group', async () => {
  const one = await leaves();
  await freeze(admin, one.leaver.userId);
  await sleep(aWhile);
  assert.ok((await one.shared.received()) < size);
  assert.ok((await one.own.received()) < size);
  assert.deepEqual([await statusOf(one.shared.url), await statusOf(one.own.url)], [403, 403]);
  await admin.call(calls.adminUser.thaw, { userIds: [one.leaver.userId] });
  await sleep(aWhile);
  assert.equal(await statusOf(one.shared.url), 206, 'the share is there again');
  assert.equal(await statusOf(one.own.url), 403, 'their session is not');
  assert.equal(await one.inGroup.received(), size);
});

test('kept for a term: what was shared ends for good, and nobody else’s download is disturbed', async () => {
  const one = await leaves();
  await offboard(one, null);
  assert.ok((await one.shared.received()) < size);
  assert.ok((await one.own.received()) < size);
  await thawAnyway(one);
  await sleep(aWhile);
  assert.deepEqual([await statusOf(one.shared.url), await statusOf(one.own.url)], [403, 403]);
  assert.equal(await one.inGroup.received(), size, 'the group has another leader');
});

test('to a successor: who had the share goes on reading through them, and the leaver does not, even with an account', async () => {
  const one = await leaves();
  await offboard(one, one.heir.userId);
  assert.ok((await one.own.received()) < size);
  assert.equal(await statusOf(one.shared.url), 206, 'the link leads to the same file, by the successor’s share');
  assert.equal(await (await begun(one.reader, one.largeId)).received(), size);
  assert.equal(await one.inGroup.received(), size);
  // What the recipient reads hangs on the successor now, not on the leaver.
  const reading = await begun(one.reader, one.largeId);
  await thawAnyway(one);
  await sleep(aWhile);
  assert.equal(await statusOf(one.own.url), 403);
  await freeze(admin, one.heir.userId);
  await sleep(aWhile);
  assert.ok((await reading.received()) < size);
});

test('a download through the successor’s share, begun in the midst of the offboarding, is not cut by the parts that follow', async () => {
  const one = await leaves();
  const { userId } = one.leaver;
  await freeze(admin, userId);
  let stream: Stream | undefined;
  // The lock holds it before its last parts.
  await company.database.transaction().execute(async (transaction) => {
    await sql`lock table favourite in exclusive mode`.execute(transaction);
    await admin.call(calls.adminUser.offboard, { userId, successors: successorsOf(one) });
    for (;;) {
      const report = await admin.call(calls.adminUser.offboardReport, { userId });
      if (report?.steps.some(({ part }) => part === 'requests')) break;
      await sleep(20);
    }
    stream = await begun(one.reader, one.largeId);
  });
  assert.equal((await ended(admin, userId)).state, 'done');
  await sleep(aWhile);
  assert.equal(await stream!.received(), size);
});
