import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellName } from './columns.ts';
import { amountOf, bytesOf, dateOf, momentOf } from './units.ts';

test('amounts and dates are read as they were written, and anything else is nothing', () => {
  for (const bytes of [0, 1, 1023, 107_374_182, 1_610_612_736, 5_000_000, 2 ** 40 + 1, 2 ** 52 + 7]) assert.equal(bytesOf(amountOf(bytes, 'storage'), 'storage'), bytes); // prettier-ignore
  assert.deepEqual(['0.1', '3.3', '20'].map((text) => amountOf(bytesOf(text, 'speed')!, 'speed')), ['0.1', '3.3', '20']); // prettier-ignore
  for (const text of ['-1', '1e3', '0x10', '1,5', '1 GB', ' ', '9'.repeat(13), '99999999999']) assert.equal(bytesOf(text, 'storage'), null, text); // prettier-ignore
  for (const text of ['2026-12-31', '2026-12-31 18:00', '2028-02-29 00:01', '2026-12-31 23:59:59'])
    for (const utcOffset of [0, 480, -210]) assert.equal(dateOf(momentOf(text, utcOffset)!, utcOffset), text);
  assert.equal(momentOf('2026-12-31', 480)!.toISOString(), '2026-12-31T16:00:00.000Z', 'the day is included');
  assert.equal(momentOf('2026/1/2 8:05', 0)!.toISOString(), '2026-01-02T08:05:00.000Z');
  assert.equal(momentOf('2026年1月2日', 0)!.toISOString(), '2026-01-03T00:00:00.000Z');
  for (const text of [
    '2027-02-29',
    '2026-13-01',
    '2026-12-31 24:00',
    '2026-12-31 10:60',
    '9999-12-31',
    '1900-01-01',
    '31.12.2026',
    'now',
    '46387',
  ])
    assert.equal(momentOf(text, 0), null, text);
});

test('cells have the names that Excel gives them', () => {
  assert.deepEqual([0, 25, 26, 701, 702].map((index) => cellName(index, 17)), ['A17', 'Z17', 'AA17', 'ZZ17', 'AAA17']); // prettier-ignore
});
