import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizationHeader, canonicalQuery, signedQuery } from './sigv4.ts';
import { verifySignature } from './sigv4-verify.ts';

// Examples from the S3 documentation.
const scope = {
  region: 'us-east-1',
  credentials: { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
};
const host = 'examplebucket.s3.amazonaws.com';
const now = new Date('2013-05-24T00:00:00Z');

test('a header signature equals the published one', () => {
  const payloadHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const headers = { host, range: 'bytes=0-9', 'x-amz-content-sha256': payloadHash, 'x-amz-date': '20130524T000000Z' };
  assert.equal(
    authorizationHeader({ method: 'GET', path: '/test.txt', query: [], headers, payloadHash }, scope),
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

const publishedLink = () =>
  `/test.txt?${signedQuery({ method: 'GET', path: '/test.txt', query: [], headers: { host } }, scope, now, 86_400)}`;

test('a query signature equals the published one', () => {
  assert.match(publishedLink(), /&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/);
});

test('the query is encoded first and sorted then', () => {
  assert.equal(
    canonicalQuery([
      ['b', '云 阁'],
      ['a', "(it's)*!"],
      ['uploads', ''],
    ]),
    'a=%28it%27s%29%2A%21&b=%E4%BA%91%20%E9%98%81&uploads=',
  );
});

const verify = (changes: Partial<Parameters<typeof verifySignature>[0]>) => {
  const answer = verifySignature({ method: 'GET', rawUrl: publishedLink(), host, headers: {}, now, ...changes }, scope);
  return answer.ok ? 'fits' : answer.code;
};

const linkCases: [name: string, changes: Parameters<typeof verify>[0], expected: string][] = [
  ['as given', {}, 'fits'],
  ['a moment before its end', { now: new Date(now.getTime() + 86_399_999) }, 'fits'],
  ['at its end', { now: new Date(now.getTime() + 86_400_000) }, 'AccessDenied'],
  ['long before its beginning', { now: new Date(now.getTime() - 15 * 60_000 - 1) }, 'AccessDenied'],
  ['for another verb', { method: 'PUT' }, 'SignatureDoesNotMatch'],
  ['for HEAD', { method: 'HEAD' }, 'SignatureDoesNotMatch'],
  ['for another host', { host: 'other.example' }, 'SignatureDoesNotMatch'],
  ['for another path', { rawUrl: publishedLink().replace('test.txt', 'text.txt') }, 'SignatureDoesNotMatch'],
  ['with a longer life', { rawUrl: publishedLink().replace('Expires=86400', 'Expires=86401') }, 'SignatureDoesNotMatch'],
  ['with one parameter more', { rawUrl: `${publishedLink()}&a=b` }, 'SignatureDoesNotMatch'],
  ['with a parameter twice', { rawUrl: `${publishedLink()}&X-Amz-Expires=1` }, 'InvalidURI'],
  ['with another key', { rawUrl: publishedLink().replace('AKIA', 'AKIB') }, 'InvalidAccessKeyId'],
  ['with another region', { rawUrl: publishedLink().replace('us-east-1', 'us-east-2') }, 'AccessDenied'],
  ['with broken encoding', { rawUrl: '/%ff' }, 'InvalidURI'],
  ['without a signature', { rawUrl: '/test.txt' }, 'AccessDenied'],
  ['with a header that is not signed', { headers: { 'x-amz-meta-token': 'forged' } }, 'AccessDenied'],
  ['signed twice', { headers: { authorization: 'x' } }, 'InvalidRequest'],
];
for (const [name, changes, expected] of linkCases) {
  test(`a signed link ${name}: ${expected}`, () => assert.equal(verify(changes), expected));
}

test('a signature in the header lasts fifteen minutes, both ways', () => {
  const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-date': '20130524T000000Z' };
  const authorization = authorizationHeader({ method: 'PUT', path: '/a', query: [], headers }, scope);
  const at = (minutes: number, changes: Record<string, string> = {}) =>
    verify({
      method: 'PUT',
      rawUrl: '/a',
      headers: { ...headers, authorization, ...changes },
      now: new Date(now.getTime() + minutes * 60_000),
    });
  assert.deepEqual([at(0), at(15), at(-15), at(15.1), at(-15.1)], ['fits', 'fits', 'fits', 'RequestTimeTooSkewed', 'RequestTimeTooSkewed']);
  assert.equal(at(0, { 'x-amz-date': '20130524T000001Z' }), 'SignatureDoesNotMatch');
  assert.equal(at(0, { 'x-amz-date': '20130525T000001Z' }), 'RequestTimeTooSkewed');
  assert.equal(at(0, { 'x-amz-content-sha256': 'e3b0' }), 'InvalidRequest');
  assert.equal(at(0, { authorization: authorization.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }), 'SignatureDoesNotMatch');
  assert.equal(at(0, { authorization: authorization.replace('host;', '') }), 'AccessDenied');
  assert.equal(at(0, { authorization: 'Bearer x' }), 'AuthorizationHeaderMalformed');
});
