import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openSealer } from './sealer.ts';

const secret = randomBytes(32);
const of = { id: 'row', address: 'https://sign-in.example' };

test('a secret opens only for its row and its address, with the same keys', () => {
  const sealer = openSealer(secret, null);
  const sealed = sealer.seal('a secret 密', of);
  assert.equal(sealer.open(sealed, of), 'a secret 密');
  assert.equal(openSealer(secret, null).open(sealed, of), 'a secret 密');
  assert.equal(sealer.open(sealed, { ...of, id: 'other' }), null);
  assert.equal(sealer.open(sealed, { ...of, address: 'https://attacker.example' }), null);
  assert.equal(sealer.open(sealed, { id: '', address: `row${of.address}` }), null);
  assert.equal(openSealer(randomBytes(32), null).open(sealed, of), null);
  assert.equal(openSealer(secret, 'a key of the operator').open(sealed, of), null, 'the database alone does not open it');
});

test('a sealed secret does not show its text, is another each time, and no bit of it can be changed', () => {
  const sealer = openSealer(secret, 'a key of the operator');
  const [one, other] = [sealer.seal('visible', of), sealer.seal('visible', of)];
  assert.ok(!one.includes('visible') && !one.equals(other));
  for (let at = 0; at < one.length; at += 1) {
    const changed = Buffer.from(one);
    changed[at]! ^= 1;
    assert.equal(sealer.open(changed, of), null, `byte ${at}`);
    assert.equal(sealer.open(one.subarray(0, at), of), null);
  }
});
