import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOf } from './end-of.ts';

const at = (text: string) => new Date(text);
const shown = (end: Date | undefined | null) => end && end.toString().slice(4, 21);

test('days and months later, the last day where a month is shorter, and no end', () => {
  const now = at('2026-01-31T10:30:00');
  assert.equal(shown(endOf('days3', null, now)), 'Feb 03 2026 10:30');
  assert.equal(shown(endOf('week1', null, now)), 'Feb 07 2026 10:30');
  assert.equal(shown(endOf('month1', null, now)), 'Feb 28 2026 10:30');
  assert.equal(shown(endOf('months3', null, now)), 'Apr 30 2026 10:30');
  assert.equal(shown(endOf('month1', null, at('2026-12-15T00:00:00'))), 'Jan 15 2027 00:00');
  assert.equal(endOf('forever', null, now), undefined);
});

test('a chosen day lasts to its end, and must not be over', () => {
  const now = at('2026-11-21T10:30:00');
  assert.equal(shown(endOf('custom', '2026-11-21', now)), 'Nov 21 2026 23:59');
  assert.equal(endOf('custom', '2026-11-20', now), null);
  assert.equal(endOf('custom', null, now), null);
});
