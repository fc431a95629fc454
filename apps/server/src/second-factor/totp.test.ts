import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, codeOf, matchingStep, stepAt, totpAddress } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test('the codes are those of RFC 6238, and a secret is written as apps read it', () => {
  const known: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ];
  for (const [seconds, code] of known) assert.equal(codeOf(secret, stepAt(seconds)), code);
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  assert.equal(base32(Buffer.from('f')), 'MY');
  const address = new URL(totpAddress(secret, { issuer: '云阁 & co', accountName: 'li_na' }));
  assert.deepEqual([address.searchParams.get('issuer'), decodeURIComponent(address.pathname)], ['云阁 & co', '/云阁 & co:li_na']);
});

test('a clock may be one step off, and no code counts twice or after a later one', () => {
  const seconds = 1_000_000_000;
  const now = stepAt(seconds);
  const tried = (step: number, last = 0) => matchingStep(secret, codeOf(secret, step), { seconds, last });
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((off) => tried(now + off)),
    [null, now - 1, now, now + 1, null],
  );
  assert.deepEqual([tried(now, now), tried(now - 1, now), tried(now + 1, now)], [null, null, now + 1]);
  const code = codeOf(secret, now);
  assert.equal(matchingStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, { seconds, last: 0 }), now);
  const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
  assert.equal(matchingStep(secret, wide, { seconds, last: 0 }), now);
  for (const wrong of ['', '000', `${code}0`]) assert.equal(matchingStep(secret, wrong, { seconds, last: 0 }), null);
});
