import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { allCalls, calls } from '@alcove/contract';
import type { Envelope } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Answer, Company, Person } from '../testing/index.ts';
import { createServer, serveWebApp } from './index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

const envelopeOf = async (answer: Answer) => ({ status: answer.status, ...((await answer.json()) as Envelope) });
const json = { 'content-type': 'application/json' };

test('every call that changes something, and every call that a cookie signs, needs the marker and our own origin', async () => {
  const foreign = [
    { 'x-requested-with': '' },
    { 'x-requested-with': 'fetch' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  assert.deepEqual(
    allCalls.filter(({ fromServers }) => fromServers).map(({ name }) => name),
    ['pub.backchannelLogout'],
  );
  for (const call of allCalls.filter(({ fromServers }) => !fromServers)) {
    for (const headers of foreign) {
      const reply = await person.ask(call, {}, headers as unknown as Record<string, string>);
      assert.deepEqual([reply.status, reply.errcode], [403, 100003], `${call.name} ${JSON.stringify(headers)}`);
    }
  }
  assert.equal((await person.ask(calls.user.currentUser, {}, { origin: company.origin, 'sec-fetch-site': 'same-origin' })).errcode, 0);
});

test('every call that needs a person is refused without one, before its fields are looked at', async () => {
  for (const call of allCalls.filter(({ caller }) => caller !== 'anyone')) {
    const reply = await company.visitor().ask(call, {});
    assert.deepEqual([reply.status, reply.errcode], [401, call.caller === 'visitor' ? 150010 : 101001], call.name);
  }
});

test('a body of another type, a broken body and a body too large are refused', async () => {
  const post = (path: string, type: string, body: string) =>
    person.send('POST', path, { headers: { 'content-type': type }, body }).then(envelopeOf);
  const { page, createFolder } = calls.instance;
  assert.equal((await post(page.path, 'application/x-www-form-urlencoded', 'page=1')).status, 415);
  assert.equal((await post(page.path, 'text/plain', '{}')).status, 415);
  assert.equal((await post(page.path, 'multipart/form-data; boundary=x', '--x--')).status, 415);
  assert.equal((await post(createFolder.path, 'application/json', '{}')).status, 415);
  for (const body of ['{', 'null x', '[1,', '{"a":1,}', '\u0000', '{"__proto__":{"a":1}}', '[]', '"text"', '1', 'NaN']) {
    assert.deepEqual([(await post(page.path, 'application/json', body)).errcode, body], [100001, body]);
  }
  assert.equal((await post(page.path, 'application/json', JSON.stringify({ keyword: 'x'.repeat(5_000_000) }))).status, 413);
  const zipped = await person.send('POST', page.path, { headers: { ...json, 'content-encoding': 'gzip' }, body: '\u001f\u008b' });
  assert.ok((await envelopeOf(zipped)).status < 500);
});

test('lists nested without end do not exhaust the stack', async () => {
  for (const depth of [150, 1000, 3000, 100_000]) {
    const body = `{"parentId":"${person.rootId}",${'"instanceName":"a","children":[{'.repeat(depth)}"instanceName":"a"${'}]'.repeat(depth)}}`;
    const answer = await envelopeOf(await person.send('POST', calls.instance.batchCreateFolder.path, { headers: json, body }));
    assert.ok([400, 413].includes(answer.status) || answer.errcode === 102008, `${depth}: ${answer.status} ${answer.errcode}`);
  }
});

test('a refusal speaks the language that was asked for and names the trace that was sent', async () => {
  const refusal = (language: string) =>
    person.ask(calls.instance.queryInstanceDetail, { instanceId: person.userId }, { 'accept-language': language, traceid: 'trace-1234' });
  for (const language of ['zh-CN', 'zh', 'fr, zh;q=0.5', '']) assert.equal((await refusal(language || 'de')).errmsg, '文件不存在');
  const english = await refusal('en-GB,zh;q=0.1');
  assert.deepEqual([english.errmsg, english.traceId], ['The file doesn’t exist', 'trace-1234']);
  assert.notEqual(
    (await person.ask(calls.instance.queryInstanceDetail, { instanceId: person.userId }, { traceid: '<script>alert(1)</script>' })).traceId,
    '<script>alert(1)</script>',
  );
});

test('unknown calls, wrong methods and addresses that cannot be read end in the envelope', async () => {
  for (const [method, path, status] of [
    ['GET', '/disk/api/none', 404],
    ['POST', '/disk/api/user/currentUser', 404],
    ['DELETE', calls.instance.page.path, 404],
    ['GET', '/disk/%zz', 400],
    ['GET', '/disk/api/%ff', 400],
    ['GET', '/nope', 404],
  ] as const) {
    const answer = await envelopeOf(await person.send(method, path));
    assert.deepEqual([answer.status, typeof answer.errcode, typeof answer.traceId], [status, 'number', 'string'], path);
  }
  const long = await envelopeOf(await person.send('GET', `${calls.user.currentUser.path}?t=${'x'.repeat(40_000)}`));
  assert.deepEqual([long.status, long.errcode], [413, 100005]);
});

test('answers are not stored, not sniffed, and name their trace', async () => {
  const { headers } = await person.ask(calls.user.currentUser, {});
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('x-trace-id') ?? '', /^[0-9a-f]{32}$/);
});

test('pages answer the built app with its policy, or say that it is not built; calls never answer the page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-web-'));
  const app = createServer({ logger: pino({ level: 'silent' }), trustProxy: [] });
  await serveWebApp(app, folder, null);
  const get = (url: string) => app.inject({ method: 'GET', url });
  assert.equal((await get('/disk/personalFile')).statusCode, 503);
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Alcove</title>');
  for (const path of ['/disk/', '/disk/personalFile', '/disk/link/abc?x=1', '/disk/signIn']) {
    const page = await get(path);
    assert.equal(page.statusCode, 200, path);
    assert.match(page.body, /Alcove/);
    assert.match(
      String(page.headers['content-security-policy']),
      /default-src 'none'; script-src 'self' [^;]*; .*frame-ancestors 'self'.*base-uri 'none'/,
    );
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal(page.headers['cache-control'], 'no-cache');
    assert.match(String(page.headers['permissions-policy']), /camera=\(\), .*geolocation=\(\)/);
  }
  for (const path of ['/disk/api/none', '/disk/assets/none.js', '/etc/passwd']) assert.equal((await get(path)).statusCode, 404, path);
  assert.equal((await get('/')).headers.location, '/disk/');
  for (const [path, cleaned] of [
    ['/disk//myCollect', '/disk/myCollect'],
    ['/disk///evil.example//x?a=//b', '/disk/evil.example/x?a=//b'],
  ])
    assert.equal((await get(path!)).headers.location, cleaned);
  assert.equal((await get('/disk/fileDownload?link=abc')).statusCode, 503);
  await writeFile(join(folder, 'visitor.html'), '<!doctype html><title>Visitor</title>');
  for (const path of ['/disk/fileDownload?link=abc', '/disk/fileDownload/?link=abc', '/disk/fileDownload']) {
    const page = await get(path);
    assert.match(page.body, /Visitor/, path);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'; .*frame-ancestors 'self'/);
    assert.equal(page.headers['referrer-policy'], 'no-referrer', 'the address is the secret of the link');
    assert.equal(page.headers['x-robots-tag'], 'noindex, nofollow');
  }
  // If the file were served directly, without the policy, any site could frame the application.
  await mkdir(join(folder, 'help'));
  await writeFile(join(folder, 'help/index.html'), '<!doctype html><title>Alcove</title>');
  for (const path of [
    '/disk/index.html',
    '/disk/visitor.html',
    '/disk/help/index.html',
    '/disk/%69ndex.html',
    '/disk//index.html',
    '/disk/./index.html',
    '/disk/INDEX.HTML',
    '/disk/help/../index.html?x',
  ]) {
    const answer = await get(path);
    assert.ok(answer.statusCode !== 200 || /frame-ancestors 'self'/.test(String(answer.headers['content-security-policy'])), path);
  }
  await app.close();
  await rm(folder, { recursive: true });
});
