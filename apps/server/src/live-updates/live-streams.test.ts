import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, encodeName, eventsPath, failures, limits } from '@alcove/contract';
import type { Envelope } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { setGrants } from '../permission/tree.test-support.ts';
import { Listener, openCompany } from '../testing/index.ts';
import type { Answer, Company, Person } from '../testing/index.ts';
import { publish } from './index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

/** A client that never reads. */
async function sleeper(person: Person): Promise<Socket> {
  const { hostname, port } = new URL(person.origin);
  const socket = connect(Number(port), hostname);
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  socket.write(`GET ${eventsPath} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`);
  await once(socket, 'readable');
  socket.on('error', () => {});
  return socket;
}
const errcodeOf = async (answer: Answer) => ((await answer.json()) as Envelope).errcode;
const flood = (person: Person, times: number) =>
  sql`select pg_notify('alcove_event', json_build_array(json_build_object('to', array[${person.userId}], 'event', 'listChanged',
    'folderIds', array[repeat('x', 7000) || n]))::text) from generate_series(1, ${times}::int) n`.execute(company.database);

test('a stream is for signed-in people on our own pages, and nothing keeps it back', async () => {
  const person = await company.person();
  assert.equal((await company.visitor().send('GET', eventsPath)).status, 401);
  const foreign = await person.send('GET', eventsPath, { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.deepEqual([foreign.status, await errcodeOf(foreign)], [403, failures.MARKER_MISSING.errcode]);
  const listener = await Listener.of(person);
  const { headers } = listener.response;
  assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-accel-buffering'), 'no');
  listener.leave();
});

test('every change of a folder is told to its owner, in each of their browsers, and to nobody else', async () => {
  const person = await company.person();
  const stranger = await company.person();
  const [here, there, strange] = [
    await Listener.of(person),
    await Listener.of(await person.inAnotherBrowser()),
    await Listener.of(stranger),
  ];
  const everyone = async (...folderIds: string[]) => {
    for (const listener of [here, there]) {
      await listener.until(({ folders }) => folderIds.every((id) => folders.includes(id)));
      listener.heard.length = 0;
    }
  };
  const parent = await person.folder('发布会');
  await everyone(person.rootId);
  const tree = await person.call(calls.instance.batchCreateFolder, {
    parentId: parent.instanceId,
    instanceName: 'a',
    children: [{ instanceName: 'b' }],
  });
  await everyone(parent.instanceId, tree.instanceId, tree.children[0]!.instanceId);
  const file = await person.uploads('你好', '纪要.txt', tree.instanceId);
  await here.until(({ heard }) => heard.some(({ event }) => event === 'capacityChanged'));
  await everyone(tree.instanceId);
  await person.uploads('再见', '纪要.txt', tree.instanceId, 'version');
  await everyone(tree.instanceId);
  await person.call(calls.instance.rename, { instanceId: file.instanceId, fileName: encodeName('记录.txt') });
  await everyone(tree.instanceId);
  await person.call(calls.instance.remove, { instanceIds: [tree.instanceId] });
  await everyone(parent.instanceId, tree.instanceId);
  await person.call(calls.instance.undoRemove, { instanceIds: [tree.instanceId] });
  await everyone(parent.instanceId, tree.instanceId);
  await stranger.folder('mine');
  await strange.until(({ folders }) => folders.length > 0);
  assert.deepEqual(strange.heard, [{ event: 'listChanged', folderIds: [stranger.rootId] }]);
  for (const listener of [here, there, strange]) listener.leave();
});

test('what changes in a space is told to everyone who was given something in it, themselves or by department, and to nobody else', async () => {
  const [owner, receiver, colleague, ended, stranger] = await Promise.all(Array.from({ length: 5 }, () => company.person()));
  const department = await company.database.transaction().execute(async (transaction) => {
    const above = await createDepartment(transaction, { name: '总部', parentId: null });
    return { above, own: await createDepartment(transaction, { name: '研发中心', parentId: above }) };
  });
  await company.database.updateTable('user_account').set({ department_id: department.own }).where('id', '=', colleague!.userId).execute();
  const folder = await owner!.folder('共享');
  const give = (kind: 'person' | 'department', id: string, expiresAt?: Date) => ({
    instanceId: folder.instanceId,
    subject: { kind, id },
    role: 'editor' as const,
    source: { kind: 'share' as const, id: folder.instanceId },
    grantorId: owner!.userId,
    ...(expiresAt && { expiresAt }),
  });
  await setGrants(company.database, [
    give('person', receiver!.userId),
    give('department', department.above),
    give('person', ended!.userId, new Date(Date.now() - 1000)),
  ]);
  const [owns, receives, belongs, ...deaf] = await Promise.all(
    [owner!, receiver!, colleague!, ended!, stranger!].map((one) => Listener.of(one)),
  );
  await receiver!.folder('from the receiver', folder.instanceId);
  for (const listener of [owns!, receives!, belongs!]) await listener.until(({ folders }) => folders.includes(folder.instanceId));
  await stranger!.folder('mine');
  await deaf[1]!.until(({ folders }) => folders.includes(stranger!.rootId));
  assert.deepEqual(
    deaf.map(({ folders }) => folders),
    [[], [stranger!.rootId]],
  );
  for (const listener of [owns!, receives!, belongs!, ...deaf]) listener.leave();
});

test('work in folders that are hidden from a reader is not told to them: not that it goes on, not where, not when', async () => {
  const [owner, smith] = [await company.person(), await company.person()];
  const shown = (await owner.folder('shown')).instanceId;
  const hidden = (await owner.folder('hidden')).instanceId;
  const inner = (await owner.folder('inner', hidden)).instanceId;
  await setGrants(company.database, [
    {
      instanceId: shown,
      subject: { kind: 'person', id: smith.userId },
      role: 'viewer',
      source: { kind: 'share', id: shown },
      grantorId: owner.userId,
    },
  ]);
  await sleep(600);
  const [owns, listens] = [await Listener.of(owner), await Listener.of(smith)];
  await owner.folder('a', inner);
  await owner.uploads('text', 'b.txt', hidden);
  await owner.call(calls.instance.rename, { instanceId: inner, fileName: encodeName('renamed') });
  await owns.until(({ folders }) => [hidden, inner].every((id) => folders.includes(id)));
  await owner.folder('c', shown);
  await listens.until(({ folders }) => folders.includes(shown));
  assert.deepEqual([...new Set(listens.folders)], [shown]);
  for (const listener of [owns, listens]) listener.leave();
});

test('what is refused or changes nothing is not told', async () => {
  const person = await company.person();
  const listener = await Listener.of(person);
  const folder = await person.folder('one');
  await listener.until(({ folders }) => folders.includes(person.rootId));
  listener.heard.length = 0;
  await person.ask(calls.instance.createFolder, { parentId: person.rootId, instanceName: 'ONE' });
  await person.ask(calls.instance.rename, { instanceId: folder.instanceId, fileName: encodeName('one') });
  await person.call(calls.instance.remove, { instanceIds: [person.rootId] });
  await sleep(700);
  assert.deepEqual(listener.heard, []);
  listener.leave();
});

test('many small files are few signals', async () => {
  const person = await company.person();
  const listener = await Listener.of(person);
  const began = performance.now();
  await Promise.all(Array.from({ length: 40 }, (_, n) => person.uploads(`${n}`, `${n}.txt`)));
  const most = Math.ceil((performance.now() - began) / 500) + 1;
  await sleep(700);
  const told = listener.heard.filter(({ event }) => event === 'listChanged').length;
  assert.ok(told >= 1 && told <= most, `${told} signals, at most ${most}`);
  listener.leave();
});

test('what a transaction tells is heard at its commit, and never when it is taken back', async () => {
  const person = await company.person();
  const listener = await Listener.of(person);
  const told = { to: [person.userId], event: 'listChanged', folderIds: [person.rootId] } as const;
  await assert.rejects(
    company.database.transaction().execute(async (transaction) => {
      await publish(transaction, [told]);
      throw new Error('taken back');
    }),
    /taken back/,
  );
  await company.database.transaction().execute(async (transaction) => {
    await publish(transaction, [told]);
    await sleep(300);
    assert.deepEqual(listener.folders, []);
  });
  await listener.until(({ folders }) => folders.length === 1);
  listener.leave();
});

test("a sign-out ends the session's streams and no other, a freeze ends all of them", async () => {
  const person = await company.person();
  const leaving = await Listener.of(person);
  const elsewhere = await company.visitor();
  elsewhere.cookies.set('alcove_session', person.cookies.get('alcove_session')!);
  await person.inAnotherBrowser();
  const staying = await Listener.of(person);
  await elsewhere.call(calls.user.logout, {});
  await Promise.race([leaving.ended, sleep(2000).then(() => assert.fail('the stream outlives its session'))]);
  await person.folder('still here');
  await staying.until(({ folders }) => folders.includes(person.rootId));
  await sql`update user_account set frozen_at = now() where id = ${person.userId}`.execute(company.database);
  await Promise.race([staying.ended, sleep(2000).then(() => assert.fail('a frozen person still listens'))]);
  await assert.rejects(Listener.of(person), /401/);
});

test('a session has six streams; one that is left makes room', async () => {
  const person = await company.person();
  const listeners = await Promise.all(Array.from({ length: limits.streamsPerSession }, () => Listener.of(person)));
  const refused = await person.send('GET', eventsPath);
  assert.deepEqual([refused.status, await errcodeOf(refused)], [429, failures.TOO_MANY_REQUESTS.errcode]);
  listeners.pop()!.leave();
  let next: Listener | null = null;
  while (!(next = await Listener.of(person).catch(() => null))) await sleep(20);
  listeners.push(next);
  for (const listener of listeners) listener.leave();
});

test('a person has twelve streams, however many sessions they open for it', async () => {
  const person = await company.person();
  const listeners: Listener[] = [];
  for (let opened = 0; opened < limits.streamsPerPerson; opened += 1) {
    if (opened % 4 === 0) await person.inAnotherBrowser();
    listeners.push(await Listener.of(person));
  }
  await person.inAnotherBrowser();
  const refused = await person.send('GET', eventsPath);
  assert.deepEqual([refused.status, await errcodeOf(refused)], [429, failures.TOO_MANY_REQUESTS.errcode]);
  for (const listener of listeners) listener.leave();
});

test('a reader who takes nothing is cut off, and the others hear everything', async () => {
  const person = await company.person();
  const awake = await Listener.of(person);
  const asleep = await sleeper(person);
  let closed = false;
  asleep.once('close', () => (closed = true));
  // The operating system buffers megabytes before a write waits in the server.
  for (let round = 1; round <= 40; round += 1) {
    await flood(person, 50);
    await awake.until(({ heard }) => heard.length === round * 50);
  }
  asleep.resume();
  for (let waited = 0; !closed && waited < 5000; waited += 50) await sleep(50);
  assert.ok(closed, 'the reader is still connected');
  await person.folder('later');
  await awake.until(({ folders }) => folders.includes(person.rootId));
  awake.leave();
});

test('while the signals cannot be heard there are no streams; they can be opened again soon', async () => {
  const person = await company.person();
  const listener = await Listener.of(person);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(
    company.database,
  );
  await Promise.race([listener.ended, sleep(2000).then(() => assert.fail('the stream goes on, deaf'))]);
  const refused = await person.send('GET', eventsPath);
  assert.equal(refused.status, 503);
  let again: Listener | undefined;
  for (let tries = 0; again === undefined && tries < 50; tries += 1) again = await Listener.of(person).catch(() => sleep(100, undefined));
  await person.folder('after');
  await again!.until(({ folders }) => folders.includes(person.rootId));
  again!.leave();
});

test('a process has a limit of streams, and stops at once although some are open, even with a reader that takes nothing', async () => {
  const small = await openCompany({ liveStreams: 2 });
  const person = await small.person();
  const listener = await Listener.of(person);
  const asleep = await sleeper(person);
  const refused = await person.send('GET', eventsPath);
  assert.deepEqual([refused.status, await errcodeOf(refused)], [503, failures.UNAVAILABLE.errcode]);
  assert.ok(refused.headers.get('retry-after'));
  const began = performance.now();
  await small.close();
  await listener.ended;
  assert.ok(performance.now() - began < 5000, `stopping took ${performance.now() - began} ms`);
  asleep.destroy();
  assert.deepEqual(
    small.troubles.filter((line) => !line.includes('UNAVAILABLE')),
    [],
  );
});
