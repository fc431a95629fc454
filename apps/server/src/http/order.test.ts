import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { allCalls, calls, failures, limits } from '@alcove/contract';
import type { Call } from '@alcove/contract';
import { visitsFolder } from '../links/visiting.test-support.ts';
import { cpuSince, openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

/** Time limit for a body in these tests. */
const requestMs = 3000;
let company: Company;
let person: Person;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'], requestMs });
  person = await company.person();
});
after(() => company.close());

const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=b',
  query: '',
};
const marker = 'x-requested-with: XMLHttpRequest';
let places = 0;
const elsewhere = (): string => `x-forwarded-for: 10.1.${places >> 8}.${(places++ & 255) + 1}`;

interface Raw {
  socket: Socket;
  /** Everything that was received so far. */
  answered(): string;
  /** Waits for an answer and returns its errcode. */
  errcode(withinMs?: number): Promise<number>;
}
/** Sends a request line, headers, and as much of the body as given. Nothing more follows. */
function begin(path: string, headers: readonly string[], body: string | Buffer = ''): Raw {
  const { hostname, port, host } = new URL(company.origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return {
    socket,
    answered: () => text,
    async errcode(withinMs = 20_000) {
      const until = performance.now() + withinMs;
      for (;;) {
        const errcode = /"errcode":(\d+)/.exec(text)?.[1];
        if (errcode !== undefined) return Number(errcode);
        if (performance.now() > until) throw new Error(`no answer in ${withinMs} ms: ${text.slice(0, 200)}`);
        await sleep(10);
      }
    },
  };
}
const cookieOf = ({ cookies }: Person): string => `cookie: ${[...cookies].map((pair) => pair.join('=')).join('; ')}`;
const typeOf = (call: Call): string => (types[call.fieldsIn] === '' ? 'x-nothing: 1' : `content-type: ${types[call.fieldsIn]}`);
/** What is missing to whoever comes with nothing. */
const missing = { anyone: 'TOO_LARGE', user: 'SIGN_IN_NEEDED', administrator: 'SIGN_IN_NEEDED', visitor: 'LINK_TOKEN_NEEDED' } as const;
const posts = allCalls.filter(({ method, fieldsIn }) => method === 'POST' && fieldsIn !== 'query');

test('whoever may not make a call is told so before any of the body has come', async () => {
  for (const call of posts) {
    const length = 'content-length: 4000000';
    const foreign = begin(call.path, [typeOf(call), length, elsewhere()]);
    const signedOut = begin(call.path, [typeOf(call), length, marker, elsewhere()]);
    const expected = failures[missing[call.caller]];
    assert.equal(await foreign.errcode(), (call.fromServers ? expected : failures.MARKER_MISSING).errcode, call.name);
    assert.equal(await signedOut.errcode(), expected.errcode, call.name);
    for (const { socket } of [foreign, signedOut]) socket.destroy();
  }
});

test('a stranger sends 64 kB at the most, a person as much as the call says, with or without a declared length', async () => {
  const cookie = cookieOf(person);
  const { visitor } = await visitsFolder(company, person, { name: 'linked' });
  const token = `x-share-token: ${visitor.headers['x-share-token']}`;
  for (const call of posts.filter(({ fieldsIn }) => fieldsIn !== 'multipart')) {
    const most = call.mostBytes ?? limits.callBytes.default;
    if (call.caller === 'anyone') assert.equal(most, limits.callBytes.default, call.name);
    const chunked = [typeOf(call), marker, cookie, token, elsewhere(), 'transfer-encoding: chunked'];
    const body = 'x'.repeat(most + 1);
    const raw = begin(
      call.path,
      call.caller === 'administrator' ? chunked.slice(0, 2) : chunked,
      `${body.length.toString(16)}\r\n${body}\r\n`,
    );
    if (call.caller !== 'administrator') assert.equal(await raw.errcode(), failures.TOO_LARGE.errcode, call.name);
    raw.socket.destroy();
  }
});

test('a form of ten thousand names costs nothing, whoever sends it', async () => {
  const body = Array.from({ length: 10_000 }, (_, n) => `k${n}`).join('&');
  const cpu = cpuSince();
  for (const { path } of [calls.user.signIn, calls.instance.createFolder]) {
    const answer = await person.send('POST', path, { headers: { 'content-type': types.form }, body });
    assert.equal(answer.status, 400, path);
  }
  assert.ok(cpu() < 500, `${cpu()} ms`);
});

test('a name that reaches for a prototype is refused however it is written', async () => {
  for (const name of ['__proto__', '\\u005f_proto__', '__prot\\u006f__', 'constructor', 'c\\u006fnstructor']) {
    const body = `{"pageSize":10,"${name}":{"isAdmin":true}}`;
    const answer = await person.send('POST', calls.instance.page.path, { headers: { 'content-type': types.json }, body });
    assert.equal(answer.status, 400, name);
  }
});

test('hundreds of half-sent bodies of strangers cost little memory, and nobody else anything', async () => {
  const body = Buffer.alloc(60_000, 0x20);
  const before = process.memoryUsage().rss;
  const raws = Array.from({ length: 400 }, () =>
    begin(calls.user.login.path, [`content-type: ${types.json}`, 'content-length: 65000', marker, elsewhere()], body),
  );
  await sleep(500);
  const cpu = cpuSince();
  await person.call(calls.user.currentUser, {});
  assert.ok(cpu() < 500, `${cpu()} ms`);
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  // Test and server share a process, so each body is in memory twice.
  assert.ok(grown < 150, `${grown.toFixed(0)} MiB`);
  for (const { socket } of raws) socket.destroy();
});

test('one place can leave only a few bodies half-sent; another is not disturbed', async () => {
  const here = elsewhere();
  const half = (place: string) => begin(calls.user.login.path, [`content-type: ${types.json}`, 'content-length: 100', marker, place], '{');
  const open = Array.from({ length: 16 }, () => half(here));
  await sleep(200);
  assert.equal(await half(here).errcode(), failures.TOO_MANY_REQUESTS.errcode);
  const other = half(elsewhere());
  await sleep(200);
  assert.equal(other.answered(), '');
  for (const { socket } of [...open, other]) socket.destroy();
});

test('a body that stops on its way is answered in the end, and its connection ends', async () => {
  const headers = (call: Call, ...more: string[]) => [typeOf(call), 'content-length: 100', marker, elsewhere(), ...more];
  const { login } = calls.user;
  const { createFolder } = calls.instance;
  const raws = [
    begin(login.path, headers(login), '{'),
    begin(createFolder.path, headers(createFolder, cookieOf(person)), 'a'),
    begin(calls.innerSharing.checkUploadUser.path, headers(calls.innerSharing.checkUploadUser, cookieOf(person)), '--b\r\n'),
  ];
  const refused = begin(createFolder.path, headers(createFolder), 'a');
  const began = performance.now();
  assert.equal(await refused.errcode(), failures.SIGN_IN_NEEDED.errcode);
  for (const raw of raws) assert.equal(await raw.errcode(requestMs + 2000), failures.TOO_SLOW.errcode);
  assert.ok(performance.now() - began > requestMs - 100);
  while ([refused, ...raws].some(({ socket }) => !socket.closed)) await sleep(50);
  assert.ok(performance.now() - began < requestMs + 8000);
});
