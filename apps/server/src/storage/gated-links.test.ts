/** Reads of an S3 store by way of the server: who may, from where, and how long what they get lasts. Signing needs no engine. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import Fastify from 'fastify';
import { gatedLinks } from './gated-links.ts';
import type { GatedLinks } from './gated-links.ts';
import { requestSigner } from './sign-requests.ts';

const store = requestSigner({
  bucket: 'files',
  region: 'us-east-1',
  credentials: { accessKey: 'key', secretKey: 'secret' },
  base: () => 'https://store.example',
  ownHost: false,
});
let [now, office, stands, asked] = [new Date(), '10.8.0.1', true, 0];
const app = Fastify({ trustProxy: true });
const letsIn = ({ ip }: { ip: string }, holder: string | undefined) => holder !== 'somebody' || ip === office;
const mayRead = () => {
  asked += 1;
  return stands;
};
const ofSecret = (secret: Buffer): GatedLinks => gatedLinks({ store, secret, letsIn, mayRead, now: () => now });
const links = ofSecret(randomBytes(32));
before(() => app.register(links.routes));
after(() => app.close());

const key = `objects/${randomBytes(16).toString('hex')}`;
const grantOf = (contentType: string) =>
  ({
    key,
    fileName: 'a.bin',
    disposition: 'attachment',
    contentType,
    claim: 'claim',
    person: 'somebody',
    expiresSeconds: 600,
    origin: 'http://here',
    now,
  }) as const;
const signed = (contentType = 'application/octet-stream', by = links): string => by.sign(grantOf(contentType)).slice('http://here'.length);
const get = (url: string, from = office) => app.inject({ url, headers: { 'x-forwarded-for': from } });

test('each read is judged by its address and right, and what it leads to lasts a minute, or a quarter of an hour for a player', async () => {
  const url = signed();
  assert.ok(!url.includes(key), 'the link names the object');
  for (const [type, seconds] of [
    ['application/octet-stream', '60'],
    ['video/mp4', '900'],
  ] as const) {
    const answer = await get(signed(type));
    const target = new URL(answer.headers.location!);
    assert.deepEqual([answer.statusCode, target.origin, target.searchParams.get('X-Amz-Expires')], [302, 'https://store.example', seconds]);
    assert.match(String(answer.headers['cache-control']), /no-store/);
  }
  asked = 0;
  const outside = await get(url, '203.0.113.9');
  assert.deepEqual([outside.statusCode, outside.headers.location, asked], [403, undefined, 0]);
  office = '203.0.113.9';
  assert.deepEqual([(await get(url)).statusCode, (await get(url, '10.8.0.1')).statusCode], [302, 403], 'judged once for all');
  stands = false;
  assert.equal((await get(url)).statusCode, 403);
  stands = true;
  assert.equal((await get(signed('text/plain', ofSecret(randomBytes(32))))).statusCode, 403, 'of another secret');
  now = new Date(now.getTime() + 600_000);
  assert.equal((await get(url)).statusCode, 403, 'after its term');
});
