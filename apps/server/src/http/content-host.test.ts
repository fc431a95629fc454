/** The separate origin for file contents, as a browser and curl see it. */
import assert from 'node:assert/strict';
import { get, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { calls, failures } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const contentOrigin = 'http://files.example';
let company: Company;
let person: Person;
before(async () => {
  company = await openCompany({ contentOrigin });
  person = await company.person();
});
after(() => company.close());

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}
/** A request through a proxy that passes on the host name. */
function ask(host: string, path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = method === 'GET' ? get : request;
    const asked = send(`${company.origin}${path}`, { method, headers: { ...headers, host }, agent: false }, async (answer) => {
      const pieces = await answer.toArray();
      resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces as Buffer[]).toString() });
    });
    asked.once('error', reject);
    asked.end();
  });
}
const here = (): string => new URL(company.origin).host;

test('a file is read at the address of its own, by any page, in part too, and nowhere else by the same link', async () => {
  const { instanceId } = await person.uploads('somebody else’s text', 'text.txt');
  const { url } = await person.call(calls.download.download, { instanceId });
  assert.ok(url.startsWith(`${contentOrigin}/storage/`), url);
  const path = url.slice(contentOrigin.length);
  const whole = await ask('files.example', path);
  assert.deepEqual([whole.status, whole.body], [200, 'somebody else’s text']);
  assert.equal(whole.headers['access-control-allow-origin'], '*');
  assert.equal(whole.headers['access-control-allow-credentials'], undefined);
  assert.equal(whole.headers['cross-origin-resource-policy'], 'cross-origin');
  assert.match(String(whole.headers['content-security-policy']), /^sandbox/);
  const part = await ask('files.example', path, 'GET', { range: 'bytes=0-7', origin: company.origin });
  assert.deepEqual([part.status, part.body], [206, 'somebody']);
  assert.match(String(part.headers['access-control-expose-headers']), /content-range/);
  assert.equal((await ask('files.example', path, 'OPTIONS', { origin: company.origin })).status, 204);
  assert.equal((await ask(here(), path)).status, 403, 'its signature names the address');
});

test('nothing else is there: no page, no call, no cookie of anybody’s, no upload', async () => {
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  for (const [method, path] of [
    ['GET', '/disk/'],
    ['GET', '/'],
    ['GET', calls.user.currentUser.path],
    ['POST', calls.user.signIn.path],
    ['GET', '/healthz'],
    ['PUT', '/storage/main/x'],
    ['GET', '/disk/api/instance/folderDownload/x'],
  ] as const) {
    const answer = await ask('files.example', path, method, { cookie, 'x-requested-with': 'XMLHttpRequest' });
    assert.equal(answer.status, failures.NO_SUCH_CALL.status, `${method} ${path}`);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.ok((await ask(here(), path, method, { cookie })).status !== failures.NO_SUCH_CALL.status || path.endsWith('/x'), path);
  }
});

test('the page may read there, and is told so', async () => {
  const page = await ask(here(), '/disk/');
  const policy = String(page.headers['content-security-policy']);
  for (const kind of ['img-src', 'media-src', 'connect-src']) assert.match(policy, new RegExp(`${kind}[^;]* ${contentOrigin}`));
});
