import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitsSheet } from './visits-sheet.ts';

test('nothing that a visitor named becomes a formula or another cell', () => {
  const sheet = visitsSheet([
    {
      visitId: '1',
      visitor: '=HYPERLINK("http://evil")',
      time: '2026-11-25T02:09:00.000Z',
      address: '218.75.16.204',
      device: '@SUM(A1), "x"',
      took: [],
    },
  ]);
  const [, row = ''] = sheet.split('\r\n');
  assert.match(row, /,"'=HYPERLINK\(""http:\/\/evil""\)","218\.75\.16\.204","'@SUM\(A1\), ""x""",/);
});
