/** Tickets for instant transfers have no row until they are used: their ends, at two servers with one database. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { Instance, InstantTicket } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import type { Alcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { collectUnneeded } from '../contents/index.ts';
import {
  adminPassword,
  checkFields,
  Client,
  freshBytes,
  hashOf,
  instantFields,
  openCompany,
  refused,
  uploadFile,
} from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { collectAbandoned } from './abort-upload.ts';
import { wasteTicket } from './ticket-queries.ts';

let company: Company;
let second: Alcove;
let secondOrigin: string;
let owner: Person;
let other: Person;
before(async () => {
  company = await openCompany();
  const settings = { DATABASE_URL: company.databaseUrl, ALCOVE_ADMIN_PASSWORD: adminPassword };
  second = await openAlcove({ ...readConfig(settings), store: company.storeConfig }, company.logger, { administratorMade: () => {} });
  secondOrigin = await second.app.listen({ host: '127.0.0.1', port: 0 });
  [owner, other] = [await company.person(), await company.person({ quotaBytes: 1_000_000 })];
});
after(async () => {
  await second.close();
  await company.close();
});

/** The same browser at the second server. */
function atSecond({ cookies, headers }: Client): Client {
  const there = new Client(secondOrigin);
  for (const [name, value] of cookies) there.cookies.set(name, value);
  Object.assign(there.headers, headers);
  return there;
}

/** Uploads content and waits until the server has verified it. */
async function known(size: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = freshBytes(size);
  await owner.uploads(bytes, `known-${bytes.toString('hex', size - 8)}.bin`);
  await company.verified();
  return bytes;
}

const at = (name: string) => ({ name, parentId: other.rootId });
async function offer(bytes: Buffer, name: string): Promise<InstantTicket> {
  const check = await other.call(calls.upload.checkUploadAble, checkFields(bytes, at(name)));
  assert.equal(check.uploadflag, '1');
  return check as InstantTicket;
}
const used = async () => (await other.call(calls.user.queryUserCapacity, {})).usedSize;

/** Waits until so many statements like this wait for a lock. */
async function waitsFor(like: string, many = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${like}`;
  while ((await waiting.execute(company.database)).rows.length < many) await sleep(5);
}

test('a check that offers a content keeps nothing of it, and its transfer keeps the ticket', async () => {
  const bytes = await known(500);
  const kept = async ({ fileId }: InstantTicket) =>
    company.database.selectFrom('saved_upload').select('instance_id').where('key', '=', fileId).execute();
  const ticket = await offer(bytes, 'kept.bin');
  assert.deepEqual(await kept(ticket), []);
  const { instanceId } = await other.call(calls.upload.secondUpload, instantFields(ticket, bytes, at('kept.bin')));
  assert.deepEqual(await kept(ticket), [{ instance_id: instanceId }]);
});

/** Content that nothing refers to any longer, since so many minutes. */
async function unneeded(size: number, minutes: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = await known(size);
  const unneededSince = sql<Date>`now() - ${minutes} * interval '1 minute'`;
  await company.database.updateTable('blob').set({ unneeded_since: unneededSince }).where('sha256', '=', hashOf('sha256', bytes)).execute();
  const name = `known-${bytes.toString('hex', size - 8)}.bin`;
  const { id } = await company.database.selectFrom('instance').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  await sql`delete from version where instance_id = ${id}`.execute(company.database);
  await sql`delete from instance where id = ${id}`.execute(company.database);
  return bytes;
}
const isThere = async (bytes: Buffer): Promise<boolean> =>
  (await company.database.selectFrom('blob').select('id').where('sha256', '=', hashOf('sha256', bytes)).execute()).length > 0;

test('I6: what is offered is not collected while the ticket lasts, and what will be is asked for', async () => {
  const [stays, goes] = [await unneeded(700, 22 * 60 + 55), await unneeded(800, 23 * 60 + 5)];
  const fields = instantFields(await offer(stays, 'stays.bin'), stays, at('stays.bin'));
  const check = await other.call(calls.upload.checkUploadAble, checkFields(goes, at('goes.bin')));
  assert.equal(check.uploadflag, '3');
  await sql`update blob set unneeded_since = unneeded_since - interval '1 hour'`.execute(company.database);
  await collectUnneeded(company);
  assert.deepEqual([await isThere(stays), await isThere(goes)], [true, false]);
  const { instanceId } = await other.call(calls.upload.secondUpload, fields);
  await collectUnneeded(company, { graceMs: 0 });
  assert.deepEqual(await other.downloads(instanceId), stays);
});

test('I6: if a content is collected after all while it is offered, its bytes are asked for and no file is made', async () => {
  const bytes = await unneeded(900, 60);
  const fields = ['one.bin', 'two.bin'].map(async (name) => instantFields(await offer(bytes, name), bytes, at(name)));
  const [one, two] = await Promise.all(fields);
  await collectUnneeded(company, { graceMs: 0 });
  assert.ok(!(await isThere(bytes)));
  await assert.rejects(other.call(calls.upload.secondUpload, one!), refused('UPLOAD_UNKNOWN'));
  const set = await other.call(calls.upload.secondUploads, { items: [one!, two!] });
  assert.deepEqual(
    set.map((each) => (each.done ? each.data.instanceName : each.code)),
    ['UPLOAD_UNKNOWN', 'UPLOAD_UNKNOWN'],
  );
  assert.ok(!(await other.names()).some((name) => ['one.bin', 'two.bin'].includes(name)));
  const file = await uploadFile(other, bytes, at('one.bin'));
  assert.deepEqual(await other.downloads(file.instanceId), bytes);
});

test('I6: a content that is being collected when the transfer wants it is either kept or asked for', async () => {
  const bytes = await unneeded(950, 60);
  const fields = instantFields(await offer(bytes, 'raced.bin'), bytes, at('raced.bin'));
  const asked = await company.database.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .selectFrom('blob')
      .select('id')
      .where('sha256', '=', fields.sha256)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const second = other.ask(calls.upload.secondUpload, fields);
    await waitsFor('%blob%');
    await sql`delete from replica where blob_id = ${id}`.execute(transaction);
    await sql`delete from blob where id = ${id}`.execute(transaction);
    return [second] as const;
  });
  assert.equal((await asked[0]).errcode, failures.UPLOAD_UNKNOWN.errcode);
  assert.ok(!(await other.names()).includes('raced.bin'));
  assert.deepEqual(await company.database.selectFrom('saved_upload').select('key').where('key', '=', fields.fileId).execute(), []);
});

test('in a group, whoever loses the right while the transfer waits gets nothing, and the ticket works once they have it again', async () => {
  const [leader, member] = [await company.person(), await company.person()];
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: 'instant', preallocatedSize: 1_000_000 });
  const joins = { groupId, members: [{ kind: 'person' as const, id: member.userId, level: 'manager' as const }] };
  await leader.call(calls.group.addMembers, joins);
  const bytes = await known(1100);
  const where = { name: 'late.bin', parentId: groupId };
  const check = await member.call(calls.upload.checkUploadAble, checkFields(bytes, where));
  const fields = instantFields(check as InstantTicket, bytes, where);
  const asked = await company.database.transaction().execute(async (transaction) => {
    await sql`select from space where id = ${groupId} for update`.execute(transaction);
    const second = member.ask(calls.upload.secondUpload, fields);
    await waitsFor('%saved_upload%');
    await sql`delete from file_grant where source_id = ${groupId} and subject_id = ${member.userId}`.execute(transaction);
    return [second] as const;
  });
  assert.equal((await asked[0]).errcode, failures.FILE_NOT_FOUND.errcode);
  assert.deepEqual(await leader.names(groupId), []);
  await assert.rejects(member.call(calls.upload.secondUpload, fields), refused('FILE_NOT_FOUND'));
  await leader.call(calls.group.addMembers, joins);
  assert.equal((await member.call(calls.upload.secondUpload, fields)).instanceName, 'late.bin');
});

test('a folder that moved to another space meanwhile gets the file there, and that space pays; a deleted one gets none', async () => {
  const { groupId } = await other.call(calls.group.createGroup, { groupName: 'moved to', preallocatedSize: 100_000 });
  const bytes = await known(1200);
  const [moves, goes] = [await other.folder('moves'), await other.folder('goes')];
  const [moved, gone] = await Promise.all(
    [moves, goes].map(async ({ instanceId: parentId }) => {
      const where = { name: 'there.bin', parentId };
      const check = await other.call(calls.upload.checkUploadAble, checkFields(bytes, where));
      return instantFields(check as InstantTicket, bytes, where);
    }),
  );
  const before = await used();
  await other.call(calls.instance.move, { instanceIds: [moves.instanceId], targetParentId: groupId });
  await other.call(calls.instance.remove, { instanceIds: [goes.instanceId] });
  await other.call(calls.upload.secondUpload, moved!);
  const group = await company.database
    .selectFrom('space')
    .select('used_bytes')
    .where('id', '=', groupId as never)
    .executeTakeFirstOrThrow();
  assert.deepEqual([group.used_bytes, await used()], [1200, before]);
  await assert.rejects(other.call(calls.upload.secondUpload, gone!), refused('FILE_NOT_FOUND'));
});

test('I3: two servers that get the same ticket at the same moment make one file', async () => {
  const bytes = await known(1300);
  const fields = instantFields(await offer(bytes, 'two servers.bin'), bytes, at('two servers.bin'));
  const before = await used();
  const asked = await company.database.transaction().execute(async (transaction) => {
    await sql`select from space where owner_id = ${other.userId} for update`.execute(transaction);
    const both = [other, atSecond(other)].map((client) => client.ask<Instance>(calls.upload.secondUpload, fields));
    await waitsFor('%saved_upload%', 2);
    return both;
  });
  const [one, two] = await Promise.all(asked);
  assert.deepEqual([one!.errcode, two!.errcode], [0, 0]);
  assert.equal(one!.data!.instanceId, two!.data!.instanceId);
  assert.equal(await used(), before + bytes.length);
});

test('a wrong proof at one server uses the ticket up at all of them', async () => {
  const bytes = await known(1400);
  const right = instantFields(await offer(bytes, 'guessed.bin'), bytes, at('guessed.bin'));
  await assert.rejects(other.call(calls.upload.secondUpload, { ...right, proof: '0'.repeat(64) }), refused('PROOF_WRONG'));
  // Nobody learns from the answer whether a further proof is right.
  await assert.rejects(atSecond(other).call(calls.upload.secondUpload, { ...right, proof: '1'.repeat(64) }), refused('UPLOAD_UNKNOWN'));
  await assert.rejects(atSecond(other).call(calls.upload.secondUpload, right), refused('UPLOAD_UNKNOWN'));
  const set = await other.call(calls.upload.secondUploads, { items: [right, right] });
  assert.deepEqual(
    set.map((each) => (each.done ? each.data.instanceName : each.code)),
    ['UPLOAD_UNKNOWN', 'UPLOAD_UNKNOWN'],
  );
});

test('a right proof that is on its way when a wrong one uses the ticket up makes no file after it', async () => {
  const bytes = await known(1500);
  const right = instantFields(await offer(bytes, 'late proof.bin'), bytes, at('late proof.bin'));
  const asked = await company.database.transaction().execute(async (transaction) => {
    await wasteTicket(transaction, right.fileId);
    const second = other.ask(calls.upload.secondUpload, right);
    await waitsFor('%saved_upload%');
    return [second] as const;
  });
  assert.equal((await asked[0]).errcode, failures.UPLOAD_UNKNOWN.errcode);
  assert.ok(!(await other.names()).includes('late proof.bin'));
});

test('what came of a ticket is known for longer than the ticket lasts, and goes after two days', async () => {
  const bytes = await known(1600);
  const fields = instantFields(await offer(bytes, 'old.bin'), bytes, at('old.bin'));
  await other.call(calls.upload.secondUpload, fields);
  const kept = async () =>
    (await company.database.selectFrom('saved_upload').select('key').where('key', '=', fields.fileId).execute()).length;
  await sql`update saved_upload set saved_at = now() - interval '25 hours'`.execute(company.database);
  await collectAbandoned(company);
  assert.equal(await kept(), 1);
  await sql`update saved_upload set saved_at = now() - interval '49 hours'`.execute(company.database);
  await collectAbandoned(company);
  assert.equal(await kept(), 0);
});
