/** While a command holds changes, every call that changes something is refused clearly, people read on, and the hold ends with its command. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { allCalls, calls, failures, isChange } from '@alcove/contract';
import { adminPassword, freshBytes, openCompany, refused, uploadFile, Upload } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { holdChanges, letChangesGo } from './change-lock-queries.ts';

let company: Company;
let admin: Client;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

/** The command's own connection. */
async function holder(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: company.databaseUrl });
  // One of them is killed.
  client.on('error', () => {});
  await client.connect();
  return client;
}
const beingMoved = async (): Promise<boolean> => (await person.call(calls.user.currentUser, {})).beingMoved;
async function within(ms: number, expected: boolean): Promise<void> {
  const began = performance.now();
  while ((await beingMoved()) !== expected) {
    assert.ok(performance.now() - began < ms, `not ${expected} within ${ms} ms`);
    await sleep(20);
  }
}

test('every change is refused while people read and download; each goes on when the command lets go, or is killed', async () => {
  const bytes = freshBytes(3000);
  const { instanceId } = await uploadFile(person, bytes, { name: 'read.bin', parentId: person.rootId });
  const open = await Upload.begin(person, freshBytes(8_388_608 + 7), { name: 'open.bin', parentId: person.rootId });
  await open.initiate();
  assert.equal((await open.part(1)).status, 200);
  const second = await open.sign('PUT', `?partNumber=2&uploadId=${open.uploadId}`);
  const command = await holder();
  assert.equal(await holdChanges(command as unknown as pg.PoolClient), true);
  await within(1000, true);
  const other = await holder();
  assert.equal(await holdChanges(other as unknown as pg.PoolClient), false, 'one command at a time');

  const code = failures.BEING_MOVED.errcode;
  let changing = 0;
  for (const call of allCalls) {
    if (call.caller === 'visitor') continue;
    // Refused before its fields are read.
    const { errcode } = await admin.ask(call, {} as never);
    assert.equal(errcode === code, isChange(call), call.name);
    if (isChange(call)) changing += 1;
  }
  assert.ok(changing > 100);
  const { url } = await person.call(calls.download.download, { instanceId });
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), bytes);
  assert.equal(
    (await open.send('PUT', second, open.partBytes(2), open.checksum(open.partBytes(2)))).status,
    503,
    'nor does the store take anything',
  );

  await letChangesGo(command as unknown as pg.PoolClient);
  await within(1000, false);
  // What the store had taken is kept.
  assert.deepEqual(
    (await open.listParts()).map(({ number }) => number),
    [1],
  );
  assert.equal((await open.part(2)).status, 200);

  assert.equal(await holdChanges(other as unknown as pg.PoolClient), true);
  await within(1000, true);
  await assert.rejects(person.call(calls.instance.createFolder, { parentId: person.rootId, instanceName: 'held' }), refused('BEING_MOVED'));
  await company.database
    .selectNoFrom((eb) =>
      eb.fn<boolean>('pg_terminate_backend', [eb.val((other as unknown as { processID: number }).processID)]).as('killed'),
    )
    .execute();
  await within(1500, false);
  await person.call(calls.instance.createFolder, { parentId: person.rootId, instanceName: 'held' });
  await command.end();
});
