/**
 * Clients that only hold connections open must not block everybody else. Each address of 127.0.0.0/8 but the first stands for a remote one.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { calls, failures } from '@alcove/contract';
import type { Envelope } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const connections = { all: 60, ofOneStranger: 20 };
let company: Company;
let person: Person;
before(async () => {
  company = await openCompany({ connections });
  person = await company.person();
});
after(() => company.close());

/** Opens idle connections from one address and returns those that the server left open. */
async function strangers(localAddress: string, times: number): Promise<Socket[]> {
  const sockets = Array.from({ length: times }, () => {
    const socket = connect({ port: Number(new URL(company.origin).port), host: '127.0.0.1', localAddress });
    return socket.on('error', () => {}).resume(); // the server will cut many of them
  });
  await Promise.all(
    sockets.map((socket) => Promise.race(['connect', 'close'].map((event) => new Promise((resolve) => socket.once(event, resolve))))),
  );
  // Connections are accepted in the order in which they came, so it has cut all that it will once it answers a later one.
  await fetch(`${company.origin}/healthz`, { headers: { connection: 'close' } });
  await wait(200);
  return sockets.filter(({ closed }) => !closed);
}

/** Sends one request on a connection of its own, which stays open. Null if the server cut it. */
async function asks(localAddress: string, path: string, headers: string[] = []): Promise<{ socket: Socket; said: string } | null> {
  const [socket] = await strangers(localAddress, 1);
  if (!socket) return null;
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += String(chunk)));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${new URL(company.origin).host}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`);
  for (let tries = 0; tries < 200 && !/\r\n\r\n./.test(said); tries += 1) await wait(10);
  return { socket, said };
}
const cookie = () => `cookie: ${[...person.cookies].map((pair) => pair.join('=')).join('; ')}`;
async function leave(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await wait(200);
}
const metric = async (name: string): Promise<number> => {
  const text = (await asks('127.0.0.1', '/metrics', ['connection: close']))!.said;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))!
      .split(' ')[1],
  );
};

test('one address holds no more idle connections than its share; the rest is cut at once, and others are not disturbed', async () => {
  const before = await metric('alcove_connections_refused_total{limit="ofOneStranger"}');
  const held = await strangers('127.0.0.2', 35);
  assert.equal(held.length, connections.ofOneStranger);
  assert.equal(await asks('127.0.0.2', '/healthz'), null);
  assert.match((await asks('127.0.0.3', '/healthz', ['connection: close']))!.said, /^HTTP\/1\.1 200/);
  assert.equal((await metric('alcove_connections_refused_total{limit="ofOneStranger"}')) - before, 16);
  await leave(held);
  assert.match((await asks('127.0.0.2', '/healthz', ['connection: close']))!.said, /^HTTP\/1\.1 200/);
});

test('an office behind one address is not counted once people have signed in there', async () => {
  const office = [];
  for (let n = 0; n < connections.ofOneStranger + 10; n += 1)
    office.push(await asks('127.0.0.4', calls.user.currentUser.path, [cookie(), 'x-requested-with: XMLHttpRequest']));
  assert.ok(office.every((one) => one?.said.startsWith('HTTP/1.1 200')));
  const visitors = await strangers('127.0.0.4', connections.ofOneStranger + 5);
  assert.equal(visitors.length, connections.ofOneStranger, 'those who have not are');
  await leave([...visitors, ...office.map((one) => one!.socket)]);
});

test('what comes through a proxy of this machine has no share of one address', async () => {
  const held = await strangers('127.0.0.1', connections.ofOneStranger * 2);
  assert.equal(held.length, connections.ofOneStranger * 2);
  await leave(held);
});

test('when all connections are taken the next is cut at once, operators are answered, a proxy is told to come back', async () => {
  const held = (await Promise.all(['5', '6', '7', '8'].map((last) => strangers(`127.0.0.${last}`, connections.ofOneStranger)))).flat();
  assert.ok(held.length <= connections.all && held.length > connections.all - 5, String(held.length));
  await Promise.all(['5', '6', '7', '8'].map((last) => strangers(`127.0.0.${last}`, 2)));
  const rest = await strangers('127.0.0.9', 10);
  const began = performance.now();
  assert.equal(await asks('127.0.0.10', '/healthz'), null);
  assert.ok(performance.now() - began < 1000);
  for (const path of ['/healthz', '/readyz', '/metrics']) assert.match((await asks('127.0.0.1', path))!.said, /^HTTP\/1\.1 200/, path);
  const reply = (await asks('127.0.0.1', calls.user.currentUser.path, [cookie(), 'x-requested-with: XMLHttpRequest']))!;
  assert.match(reply.said, /^HTTP\/1\.1 503[^]*retry-after: 2/i);
  assert.match(reply.said, /connection: close/i);
  assert.equal((JSON.parse(reply.said.split('\r\n\r\n')[1]!) as Envelope).errcode, failures.UNAVAILABLE.errcode);
  assert.match((await asks('127.0.0.1', '/metrics'))!.said, /alcove_connections_refused_total\{limit="all"\} [1-9]/);
  // Through a proxy on this machine, an operator has no privilege.
  assert.match((await asks('127.0.0.1', '/metrics', ['x-forwarded-for: 10.0.0.1']))!.said, /^HTTP\/1\.1 503/);
  await leave([...held, ...rest]);
  await person.call(calls.user.currentUser, {});
});
