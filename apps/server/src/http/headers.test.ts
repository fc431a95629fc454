/** Headers of every answer, whichever part of the server sends it. Some bypass the framework. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { calls, eventsPath } from '@alcove/contract';
import { openCompany, personPassword } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'] });
  person = await company.person();
});
after(() => company.close());

/** The path of a URL that the server returned. */
const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '');

async function everyKindOfAnswer(): Promise<Record<string, [method: string, path: string]>> {
  const file = await person.uploads('text', 'a.txt');
  await person.uploads('more', 'b.txt');
  // From here on, all requests come through a proxy that uses https.
  person.headers['x-forwarded-proto'] = 'https';
  await person.inAnotherBrowser();
  const { url } = await person.call(calls.download.download, { instanceId: file.instanceId });
  const preview = await person.looksAt(file.instanceId);
  const items = (await person.call(calls.instance.page, { parentId: person.rootId, pageSize: 10 })).items;
  const zip = await person.call(calls.download.folderDownload, { instanceIds: items.map(({ instanceId }) => instanceId) });
  return {
    'the page': ['GET', '/disk/'],
    'the page under another address': ['GET', '/disk/personalFile'],
    'a file of the page': ['GET', '/disk/favicon.svg'],
    'a way on': ['GET', '/'],
    'the answer of a call': ['GET', calls.user.currentUser.path],
    'a refusal': ['POST', calls.instance.createFolder.path],
    'no such call': ['GET', '/disk/api/none'],
    'no such page': ['GET', '/none'],
    'an address that cannot be read': ['GET', '/disk/%zz'],
    'the documentation': ['GET', '/disk/api/docs'],
    'the description of the calls': ['GET', '/disk/api/docs/json'],
    'whether it lives': ['GET', '/healthz'],
    'whether it is ready': ['GET', '/readyz'],
    'a download': ['GET', pathOf(url)],
    'the head of a download': ['HEAD', pathOf(url)],
    'a preview': ['GET', pathOf(preview.url)],
    'a link that was tampered with': ['GET', `${pathOf(url)}0`],
    'an archive': ['GET', pathOf(zip.url)],
    'live events': ['GET', eventsPath],
  };
}

test('over https no answer lets a browser fall back to http, guess at a type, or give a page a device', async () => {
  const lacking = [];
  for (const [kind, [method, path]] of Object.entries(await everyKindOfAnswer())) {
    const answer = await person.send(method, path);
    const { headers } = answer;
    // For a URL that it cannot parse, the framework ignores the proxy's headers.
    const https = kind !== 'an address that cannot be read';
    if (https && !/^max-age=[1-9]\d{6,}/.test(headers.get('strict-transport-security') ?? ''))
      lacking.push(`${kind} (${answer.status}): HSTS`);
    if (headers.get('x-content-type-options') !== 'nosniff') lacking.push(`${kind} (${answer.status}): nosniff`);
    if (!/camera=\(\).*geolocation=\(\)/.test(headers.get('permissions-policy') ?? ''))
      lacking.push(`${kind} (${answer.status}): permissions`);
  }
  assert.deepEqual(lacking, []);
});

test('what is no request at all is answered without a guess at its type', async () => {
  const socket = connect(Number(new URL(company.origin).port), '127.0.0.1');
  socket.write('NONSENSE\r\n\r\n');
  let said = '';
  for await (const chunk of socket) said += String(chunk);
  assert.match(said, /^HTTP\/1\.1 400 /);
  assert.match(said, /x-content-type-options: nosniff/);
});

test('over plain http nothing is said of https, which may not be there', async () => {
  const answer = await fetch(`${company.origin}/healthz`);
  assert.equal(answer.headers.get('strict-transport-security'), null);
});

test('over https each cookie is one that no other host and no http can plant, whichever call sets or clears it', async () => {
  const visitor = company.visitor();
  visitor.headers['x-forwarded-proto'] = 'https';
  const set: string[] = [];
  const remember = async (path: string, body: string | null, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'content-type': body === null ? '' : type };
    const answer = await visitor.send(body === null ? 'GET' : 'POST', path, { headers, body });
    set.push(...answer.headers.getSetCookie());
  };
  await remember(calls.user.generateQrId.path, '{}', 'application/json');
  await remember(calls.user.signIn.path, `username=${person.accountName}&password=${personPassword}`);
  await remember(calls.user.logout.path, '{}', 'application/json');
  assert.ok(set.length >= 3, set.join('\n'));
  for (const cookie of set)
    assert.match(cookie, /^__Host-\w+=[^;]*;(?=.* Path=\/(;|$))(?=.* HttpOnly)(?=.* Secure)(?=.* SameSite=Lax)(?!.*Domain)/);
});
