import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPassword } from './draw-password.ts';

test('six characters of which none is mistaken for another when it is read out or typed', () => {
  for (let turn = 0; turn < 500; turn += 1) assert.match(drawPassword(), /^[A-HJKMNP-Za-hjkmnp-z2-9]{6}$/);
  assert.equal(drawPassword(12).length, 12, 'as long as the company asks for');
});

test('no two of many are the same', () => {
  assert.equal(new Set(Array.from({ length: 2000 }, () => drawPassword())).size, 2000);
});

test('bytes that would make some characters likelier are drawn again', () => {
  let calls = 0;
  const password = drawPassword(0, (bytes) => {
    calls += 1;
    bytes.fill(calls === 1 ? 255 : 0);
  });
  assert.equal(password, 'AAAAAA');
  assert.equal(calls, 2);
});
