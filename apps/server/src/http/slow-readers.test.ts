/** A reader that reads a byte now and then must not keep an archive, a place in a queue, or memory. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

/** Longer than a busy machine keeps a sender and the server, which share this process, from their turns. */
const stretchMs = 1000;
const size = 12 * 1024 * 1024;
let company: Company;
let person: Person;
let archive: URL;
before(async () => {
  company = await openCompany({ stretchMs });
  person = await company.person();
  const ids = [];
  for (const name of ['a.bin', 'b.bin']) ids.push((await person.uploads(randomBytes(size), name)).instanceId);
  archive = new URL((await person.call(calls.download.folderDownload, { instanceIds: ids })).url, company.origin);
});
after(() => company.close());
const sockets: Socket[] = [];
// Readers that outlive a failed test would keep their places, and this process.
afterEach(() => sockets.splice(0).forEach((socket) => void socket.destroy()));

/** Sends the request and reads `bytes` every 50 ms. No data is buffered besides the kernel's buffers. */
function reader(url: URL, bytes: number): { socket: Socket; received(): number } {
  const socket = connect(Number(url.port), '127.0.0.1').on('error', () => {}); // the server will cut it
  sockets.push(socket);
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncookie: ${cookie}\r\n\r\n`);
  let received = 0;
  socket.pause();
  const drip = setInterval(() => (received += (socket.read(bytes) as Buffer | null)?.length ?? 0), 50);
  socket.once('close', () => clearInterval(drip));
  return { socket, received: () => received };
}
/** Whether the server cuts the connection after some stretches. What is read afterwards is then less than the whole file. */
async function isCut({ socket, received }: ReturnType<typeof reader>): Promise<boolean> {
  await wait(8 * stretchMs);
  let rest = 0;
  socket.on('data', (chunk: Buffer) => (rest += chunk.length)).resume();
  for (let tries = 0; tries < 100 && !socket.closed; tries += 1) await wait(50);
  return socket.closed && received() + rest < size;
}

test('readers of archives that take a byte now and then are cut, and give their places back', async () => {
  const slow = Array.from({ length: 4 }, () => reader(archive, 1));
  while (slow.some(({ received }) => received() === 0)) await wait(20);
  const ask = () => person.send('GET', archive.pathname + archive.search, { headers: { range: 'bytes=0-99' } });
  const refused = await ask();
  assert.equal(refused.status, 429, 'all places of this person are taken');
  assert.deepEqual(await Promise.all(slow.map(isCut)), [true, true, true, true]);
  const answer = await ask();
  assert.ok(answer.ok);
});

test('a slow reader of an archive who keeps up with the least speed has all of it', async () => {
  const socket = connect({ port: Number(archive.port), host: '127.0.0.1' });
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  socket.write(`GET ${archive.pathname} HTTP/1.1\r\nhost: ${archive.host}\r\ncookie: ${cookie}\r\nconnection: close\r\n\r\n`);
  let received = 0;
  for await (const chunk of socket) {
    received += (chunk as Buffer).length;
    await wait(5);
  }
  assert.ok(received > 2 * size, String(received));
});

test('a reader of one file that takes a byte now and then is cut', async () => {
  const [file] = (await person.call(calls.instance.page, { parentId: person.rootId, pageSize: 10 })).items;
  const { url } = await person.call(calls.download.download, { instanceId: file!.instanceId });
  assert.ok(await isCut(reader(new URL(url), 1)));
});
