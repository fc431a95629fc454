import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf, rangeIn, rangeOf, textOfRange, untilLast } from './range.ts';

test('chosen days are whole, the last one and the last of a month too', () => {
  const range = rangeOf('2026-02-27', '2026-02-28');
  assert.deepEqual(range, { from: new Date(2026, 1, 27).toISOString(), to: new Date(2026, 2, 1).toISOString() });
  assert.deepEqual(daysOf(range, new Date()), { first: '2026-02-27', last: '2026-02-28' });
  assert.equal(untilLast(range).to, new Date(2026, 1, 28, 23, 59, 59, 999).toISOString());
  assert.equal(textOfRange(range), '2026-02-27 – 2026-02-28');
  assert.equal(textOfRange(rangeOf('2026-02-28', '2026-02-28')), '2026-02-28');
});

test('a range that somebody typed counts if it is one', () => {
  const address = (text: string) => rangeIn(new URLSearchParams(text));
  const [from, to] = ['2026-11-15T00:00:00.000Z', '2026-11-16T00:00:00.000Z'];
  assert.deepEqual(address(`from=${from}&to=${to}`), { from, to });
  for (const wrong of ['', `from=${from}`, `from=${to}&to=${from}`, `from=x&to=${to}`]) assert.equal(address(wrong), null);
});
