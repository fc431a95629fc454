import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareLines } from './compare-lines.ts';

const marks = { same: ' ', added: '+', removed: '-' };
const shown = (before: string, after: string) => compareLines(before, after).map(({ kind, text }) => marks[kind] + text);

test('what stays is shown once, what changed with both of its lines', () => {
  assert.deepEqual(shown('一\n二\n三\n四', '一\n新\n三\n四\n五'), [' 一', '-二', '+新', ' 三', ' 四', '+五']);
  assert.deepEqual(shown('a\nb', 'a\nb'), [' a', ' b']);
  assert.deepEqual(shown('', 'a'), ['-', '+a']);
  assert.deepEqual(shown('a\na', 'a'), [' a', '-a']);
});

test('the two texts can be read back from the comparison, also of texts too long to compare', () => {
  for (const lines of [20, 3000]) {
    const before = Array.from({ length: lines }, (_, n) => `line ${n}`).join('\n');
    const after = Array.from({ length: lines }, (_, n) => `line ${n * 2}`).join('\n');
    const compared = compareLines(before, after);
    const without = (kind: 'added' | 'removed') => compared.filter((line) => line.kind !== kind).map(({ text }) => text).join('\n'); // prettier-ignore
    assert.equal(without('added'), before);
    assert.equal(without('removed'), after);
  }
});
