/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTable } from './parse-table.ts';

test('quotes, line ends inside them and the usual delimiters are understood', () => {
  for (const delimiter of [',', ';', '\t', '|'])
    assert.deepEqual(
      parseTable(['a', 'b', 'c'].join(delimiter) + `\r\n"x\ny"${delimiter}"say ""hi"""${delimiter}3\r\n\r\n`, 't.csv', false).rows,
      [['x\ny', 'say "hi"', '3']],
    );
  assert.deepEqual(parseTable('a,b\tc\n1,2\t3', 't.tsv', false).header, ['a,b', 'c']);
});

test('the half row at the end of what was read is left out; rows longer than the head keep their cells', () => {
  const { rows, columns } = parseTable('a,b\n1,2\n3,4,5\n6', 't.csv', true);
  assert.deepEqual(rows, [
    ['1', '2'],
    ['3', '4', '5'],
  ]);
  assert.equal(columns.length, 3);
});

test('columns of numbers are told, and a column is as wide as what is in it, within reason', () => {
  const { columns } = parseTable(`编号,说明,金额\n1,${'长'.repeat(400)},"1,200.50"\n2,短,-3%`, 't.csv', false);
  assert.deepEqual(columns, [
    { width: 72, numeric: true },
    { width: 360, numeric: false },
    { width: 84, numeric: true },
  ]);
});

test('nothing is an empty table', () => {
  assert.deepEqual(parseTable('', 't.csv', false), { header: [], rows: [], columns: [] });
});
