import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { createServer } from '../http/index.ts';
import { diskLayout } from './disk-layout.ts';
import { openDiskStore } from './disk-store.ts';
import type { DiskStore } from './disk-store.ts';
import { cpuSince } from '../testing/cpu-time.ts';
import { clientOf, errorCode, freshKey, objectStoreSuite } from './object-store.suite.ts';
import type { Client } from './object-store.suite.ts';
import type { Lends } from './storage-process.ts';
import { storageHost } from './storage-host.ts';

const credentials = { accessKey: 'AKDISK', secretKey: 'a secret of the disk store' };
const region = 'us-east-1';

async function openHost(lends?: Lends) {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-disk-'));
  const config = { folder, bucket: 'main', region, credentials, ...(lends && { lends }) };
  const store = await openDiskStore(config);
  const app = createServer({ logger: pino({ level: 'silent' }), trustProxy: [] });
  await app.register(storageHost, {
    store,
    credentials,
    region,
    transformRead: (_key, query) =>
      query.has('confuse')
        ? (chunk, offset) => {
            for (let i = 0; i < chunk.length; i += 1) chunk[i]! ^= (offset + i) & 255;
          }
        : undefined,
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    // A test that reads only the headers of an answer leaves its connection open.
    app.server.closeAllConnections();
    await app.close();
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { store, origin, close, folder, config };
}

objectStoreSuite('disk', () => openHost());
objectStoreSuite('disk, large bodies go through a process of their own', () => openHost({ receiveFrom: 1, sendFrom: 1 }));

let host: Awaited<ReturnType<typeof openHost>>;
let client: Client;
let store: DiskStore;
before(async () => {
  host = await openHost();
  store = host.store;
  client = clientOf(store, host.origin);
});
after(() => host.close());
const staged = () => readdir(join(host.folder, 'main', 'tmp'));

test('a key cannot lead out of the folder', async () => {
  const key = freshKey();
  const { authorization, headers, url } = store.signStep({ kind: 'put', key }, { origin: host.origin, now: new Date() });
  assert.throws(() => store.signStep({ kind: 'put', key: '../../etc/x' }, { origin: host.origin, now: new Date() }), TypeError);
  // Such a path is refused even if the request is properly signed.
  const { authorizationHeader } = await import('./sigv4.ts');
  for (const bad of ['../x', 'a/../../x', '.hidden', 'a//b', 'a\\b', 'a\0b', '', '名']) {
    const path = `/storage/main/${bad}`;
    const signed = { ...headers, host: new URL(url).host };
    const raw = await rawRequest(
      [
        `PUT ${path.split('/').map(encodeURIComponent).join('/')} HTTP/1.1`,
        ...Object.entries(signed).map(([name, value]) => `${name}: ${value}`),
        `authorization: ${authorizationHeader({ method: 'PUT', path, query: [], headers: signed }, { credentials, region })}`,
        'content-length: 1',
        'connection: close',
      ],
      'x',
    );
    assert.match(raw, /^HTTP\/1\.1 (400|404)/, bad);
  }
  assert.ok(authorization);
  assert.deepEqual(await readdir(host.folder), ['main']);
});

async function rawRequest(head: string[], body: string): Promise<string> {
  const socket = connect(Number(new URL(host.origin).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  return text;
}

const rawHead = (key: string, uploadId: string) => {
  const signed = store.signStep({ kind: 'part', key, uploadId, partNumber: 1 }, { origin: host.origin, now: new Date() });
  return [
    `PUT ${signed.resourceUri} HTTP/1.1`,
    `host: ${signed.host}`,
    `authorization: ${signed.authorization}`,
    ...Object.entries(signed.headers).map(([name, value]) => `${name}: ${value}`),
  ];
};

test('a connection that breaks leaves no part and no file', async () => {
  const key = freshKey();
  const uploadId = await store.initiate(key);
  const socket = connect(Number(new URL(host.origin).port), '127.0.0.1');
  socket.write(`${[...rawHead(key, uploadId), 'content-length: 1000000'].join('\r\n')}\r\n\r\n${'x'.repeat(500_000)}`);
  while ((await staged()).length === 0) await wait(20);
  socket.destroy();
  for (let tries = 0; tries < 50 && (await staged()).length > 0; tries += 1) await wait(20);
  assert.deepEqual(await staged(), []);
  assert.deepEqual(await store.listParts(key, uploadId), []);
});

test('a body of unknown length is refused', async () => {
  const key = freshKey();
  const answer = await rawRequest(
    [...rawHead(key, await store.initiate(key)), 'transfer-encoding: chunked', 'connection: close'],
    '1\r\nx\r\n0\r\n\r\n',
  );
  assert.match(answer, /^HTTP\/1\.1 411[^]*MissingContentLength/);
});

test('parts and uploads outlive a restart; what was half written does not', async () => {
  const key = freshKey();
  const uploadId = await store.initiate(key, { token: 'row-1' });
  const body = randomBytes(5000);
  assert.equal((await client.send({ kind: 'part', key, uploadId, partNumber: 2 }, body)).status, 200);
  const tmp = join(host.folder, 'main', 'tmp');
  await writeFile(join(tmp, 'stage-999999999-aa'), 'half');
  await mkdir(join(tmp, 'gone-999999999-aa'));
  const restarted = await openDiskStore(host.config);
  assert.deepEqual(await staged(), []);
  const parts = await restarted.listParts(key, uploadId);
  assert.deepEqual(
    parts?.map(({ partNumber, size }) => [partNumber, size]),
    [[2, 5000]],
  );
  const merged = await restarted.complete(key, uploadId, parts!);
  assert.deepEqual(await restarted.complete(key, uploadId, parts!), merged);
  assert.equal(merged.outcome, 'merged');
  // The marker of an open upload came back, as after a crash right after the merge.
  await writeFile(join(host.folder, 'main', 'open', uploadId), JSON.stringify({ key, initiated: new Date() }));
  const third = await openDiskStore(host.config);
  assert.deepEqual(await third.complete(key, uploadId, parts!), merged);
  assert.ok(!existsSync(join(host.folder, 'main', 'open', uploadId)));
  assert.deepEqual(await third.head(key), { size: 5000, etag: (await store.head(key))!.etag, token: 'row-1' });
  await third.remove(key);
  assert.ok(!existsSync(join(host.folder, 'main', 'parts', uploadId.slice(0, 2), uploadId)));
  await Promise.all([restarted.close(), third.close()]);
});

test('a list of parts that is longer than the upload can need is refused unread, and the longest of blanks at once', async () => {
  const key = freshKey();
  const uploadId = await store.initiate(key);
  await client.send({ kind: 'part', key, uploadId, partNumber: 1 }, 'first');
  const cpu = cpuSince();
  assert.equal(await errorCode(await client.send({ kind: 'merge', key, uploadId }, ' '.repeat(4 * 2 ** 20))), '400 EntityTooLarge');
  assert.equal(await errorCode(await client.send({ kind: 'merge', key, uploadId }, ' '.repeat(1280))), '400 MalformedXML');
  assert.ok(cpu() < 1000);
});

test('merges at once give one object, and a late part cannot change it', async () => {
  const key = freshKey();
  const uploadId = await store.initiate(key);
  await client.send({ kind: 'part', key, uploadId, partNumber: 1 }, 'first');
  const parts = (await store.listParts(key, uploadId))!;
  const [first, second, late] = await Promise.all([
    store.complete(key, uploadId, parts),
    store.complete(key, uploadId, parts),
    client.send({ kind: 'part', key, uploadId, partNumber: 1 }, 'later'),
  ]);
  assert.deepEqual([first.outcome, second], ['merged', first]);
  assert.equal(await errorCode(late), '404 NoSuchUpload');
  assert.equal(await (await fetch(client.link(key))).text(), 'first');
});

test('whoever asks what is on the disk hears what was done to a file since it was looked at', async (t) => {
  const { objectPath, partsFolder } = diskLayout(host.folder, 'main');
  const isThere = async (key: string) => (await store.head(key, { fresh: true })) !== null;
  const small = freshKey();
  await client.send({ kind: 'put', key: small }, randomBytes(5000));
  const large = freshKey();
  const uploadId = await store.initiate(large);
  await client.send({ kind: 'part', key: large, uploadId, partNumber: 1 }, 'a part');
  await store.complete(large, uploadId, (await store.listParts(large, uploadId))!);
  await fetch(client.link(large));
  // A file that was changed a moment ago is read each time, however often it is asked for.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
  for (const key of [small, small, small, large, large, large]) assert.ok(await isThere(key));
  const path = objectPath(small);
  const bytes = await readFile(path);
  for (const damage of [() => writeFile(path, Buffer.alloc(bytes.length)), () => truncate(path, 100), () => rm(path)]) {
    await damage();
    assert.equal(await isThere(small), false);
    await writeFile(path, bytes);
    for (let times = 0; times < 3; times += 1) assert.ok(await isThere(small));
  }
  const parts = partsFolder(uploadId);
  const part = join(parts, (await readdir(parts))[0]!);
  for (const damage of [() => truncate(part, 3), () => rm(part)]) {
    await damage();
    assert.equal(await isThere(large), false);
    await writeFile(part, 'a part');
    await fetch(client.link(large));
    for (let times = 0; times < 3; times += 1) assert.ok(await isThere(large));
  }
});

test('content is never served so that it could run', async () => {
  const key = freshKey();
  await client.send({ kind: 'put', key, contentType: 'text/html' }, '<script>', { headers: { 'content-type': 'text/html' } });
  for (const contentType of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/html\r\nx: y', 'nonsense']) {
    const { headers } = await fetch(client.link(key, { disposition: 'inline', contentType }));
    assert.match(headers.get('content-disposition')!, /^attachment/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'");
    assert.deepEqual(
      [headers.get('cache-control'), headers.get('cross-origin-resource-policy'), headers.get('x')],
      ['private, no-store', 'same-site', null],
    );
  }
});

test('each link keeps the name and kind that it was signed with, however often and beside which others it is read', async () => {
  const [one, other] = [freshKey(), freshKey()];
  const etags = new Map<string, string | null>();
  for (const key of [one, other]) {
    await client.send({ kind: 'put', key }, randomBytes(1000));
    etags.set(key, (await fetch(client.link(key))).headers.get('etag'));
  }
  const links = [
    { key: one, disposition: 'attachment', fileName: 'a.txt', contentType: 'text/plain' },
    { key: one, disposition: 'inline', fileName: 'b.png', contentType: 'image/png' },
    { key: other, disposition: 'attachment', fileName: 'a.txt', contentType: 'text/plain' },
  ] as const;
  const read = links.map((link) => ({ ...link, address: client.link(link.key, link) }));
  for (const { key, disposition, fileName, contentType, address } of [...read, ...read]) {
    const { headers } = await fetch(address, { headers: { range: 'bytes=0-9' } });
    const said = ['content-disposition', 'content-type', 'etag'].map((name) => headers.get(name));
    assert.deepEqual(said, [`${disposition}; filename="${fileName}"`, contentType, etags.get(key)]);
  }
});

test('a transform sees where its bytes lie, in ranges and in long reads', async () => {
  const key = freshKey();
  const plain = randomBytes(3_000_000);
  const hidden = Buffer.from(plain.map((byte, index) => byte ^ (index & 255)));
  assert.equal((await client.send({ kind: 'put', key }, hidden)).status, 200);
  const ask = async (range?: string) =>
    Buffer.from(await (await fetch(client.link(key, { confuse: 'p' }), { headers: range ? { range } : {} })).arrayBuffer());
  assert.deepEqual(await ask(), plain);
  assert.deepEqual(await ask('bytes=1001-2222'), plain.subarray(1001, 2223));
  assert.deepEqual(await ask('bytes=7-2900006'), plain.subarray(7, 2_900_007));
  assert.deepEqual(Buffer.from(await (await fetch(client.link(key))).arrayBuffer()), hidden);
});

test('what was read a moment ago is read again without a thread, and each of many small answers has its own bytes', async () => {
  const key = freshKey();
  const content = randomBytes(2_000_000);
  await client.send({ kind: 'put', key }, content);
  const object = (await store.find(key))!;
  const readsAtOnce = (offset: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      let later = false;
      store.readAt(object, Buffer.alloc(9000), offset, (error) => (error ? reject(error) : resolve(!later)));
      later = true;
    });
  assert.deepEqual([await readsAtOnce(5000), await readsAtOnce(5000), await readsAtOnce(12_000)], [false, true, false]);

  // This reader asks for much and takes nothing yet. Blocks that wait for it must not serve anybody else.
  const size = 65_536;
  const starts = Array.from({ length: 100 }, (_, n) => n * 19_000);
  const { port, pathname, search } = new URL(client.link(key));
  const ask = (start: number) =>
    `GET ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nRange: bytes=${start}-${start + size - 1}\r\n\r\n`;
  const late = connect(Number(port), '127.0.0.1').pause();
  late.write(starts.map(ask).join(''));
  for (let round = 0; round < 3; round += 1)
    await Promise.all(
      starts.slice(0, 30).map(async (start) => {
        const answer = await fetch(client.link(key), { headers: { range: `bytes=${start + 1}-${start + 40_000}` } });
        assert.ok(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(start + 1, start + 40_001)));
      }),
    );
  let said = Buffer.alloc(0);
  for await (const chunk of late as AsyncIterable<Buffer>) {
    said = Buffer.concat([said, chunk]);
    for (
      let at = said.indexOf('\r\n\r\n') + 4;
      starts.length > 0 && at >= 4 && said.length >= at + size;
      at = said.indexOf('\r\n\r\n') + 4
    ) {
      const start = starts.shift()!;
      assert.ok(said.subarray(at, at + size).equals(content.subarray(start, start + size)), `the range from ${start}`);
      said = said.subarray(at + size);
    }
    if (starts.length === 0) break;
  }
  assert.equal(starts.length, 0);
});

test('a signed speed is kept, several ranges give the whole, HEAD must be signed', async () => {
  const key = freshKey();
  await client.send({ kind: 'put', key }, randomBytes(200_000));
  const begun = performance.now();
  await (await fetch(client.link(key, { speed: { key: 'one', bytesPerSecond: 400_000 } }))).arrayBuffer();
  assert.ok(performance.now() - begun > 350);
  const several = await fetch(client.link(key), { headers: { range: 'bytes=0-1,5-6' } });
  assert.deepEqual([several.status, (await several.arrayBuffer()).byteLength], [200, 200_000]);
  assert.equal((await fetch(client.link(key), { method: 'HEAD' })).status, 403);
});

test('a download that is given up frees what it held', async () => {
  const key = freshKey();
  await client.send({ kind: 'put', key }, Buffer.alloc(30_000_000));
  const open = async () => (await readdir('/proc/self/fd')).length;
  const before = await open();
  for (let times = 0; times < 20; times += 1) {
    const stop = new AbortController();
    const answer = await fetch(client.link(key), { signal: stop.signal });
    await answer.body!.getReader().read();
    stop.abort();
  }
  await wait(300);
  assert.ok((await open()) <= before + 8, 'descriptors stay open');
});
