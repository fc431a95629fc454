import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as workbooks from '@e965/xlsx';
import type { FailureCode } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { readSheet, writeSheet } from './index.ts';
import type { ReadBounds, Row } from './index.ts';
import { read, wide, workbookOf, written } from './sheets.test-support.ts';

const failed = (code: FailureCode, details: Failure['details']) => (error: unknown) => {
  assert.ok(error instanceof Failure, String(error));
  assert.deepEqual([error.code, error.details], [code, details]);
  return true;
};
const small: ReadBounds = { ...wide, rows: 3, columns: 4, characters: 10, bytes: 100_000 };
const mebibyte = 1024 * 1024;

for (const kind of ['xlsx', 'xls'] as const) {
  test(`${kind}: what is written is read back as it was`, async () => {
    const rows: Row[] = [
      ['姓名', '手机', '入职日期', '备注'],
      ['王小明', '008613800138000', '2026-11-24', '🙂👨‍👩‍👧'],
      ['', '', '', '最后一列'],
      [],
      ['Zoë', '0086', '24/11/2026 08:30', 'a\nb "c" <d> & e'],
      ['𠮷野家', '1e10', '0', 'x'.repeat(1000)],
    ];
    assert.deepEqual(await read(await written(rows, kind), `list.${kind}`), rows);
  });

  test(`${kind}: no cell is a formula, whatever it begins with`, async () => {
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")'];
    const bytes = await written([['危险'], ...dangerous.map((text) => [text])], kind);
    const sheet = workbooks.read(bytes).Sheets['成员']!;
    for (const [index, text] of dangerous.entries()) {
      const cell = sheet[`A${index + 2}`] as workbooks.CellObject;
      assert.deepEqual([cell.t, cell.f, cell.v], ['s', undefined, `'${text}`]);
    }
    assert.deepEqual((await read(bytes, `list.${kind}`)).slice(1).flat(), dangerous);
  });

  test(`${kind}: each bound holds in reading, and its failure says which and where`, async () => {
    const head = ['a', 'b', 'c', 'd'];
    const asked = async (rows: Row[], bounds: Partial<ReadBounds> = {}) =>
      read(await written(rows, kind), `list.${kind}`, { ...small, ...bounds });
    const full: Row[] = [head, head, head, ['', '', '', 'x'.repeat(10)]];
    assert.deepEqual(await asked(full), full);
    await assert.rejects(asked([...full, ['one more']]), failed('EXCEL_TOO_LARGE', { bound: 'rows', limit: 3 }));
    // What a gap hides is not lost.
    const gap = Array.from({ length: 50 }, () => []);
    await assert.rejects(asked([head, ...gap, ['far']]), failed('EXCEL_TOO_LARGE', { bound: 'rows', limit: 3 }));
    await assert.rejects(
      asked([head, ['', '', '', '', '', 'f']]),
      failed('EXCEL_TOO_WIDE', { bound: 'columns', limit: 4, row: 2, column: 6 }),
    );
    await assert.rejects(
      asked([head, head, ['', 'x'.repeat(11)]]),
      failed('EXCEL_TEXT_TOO_LONG', { bound: 'characters', limit: 10, row: 3, column: 2 }),
    );
    await assert.rejects(asked(full, { bytes: 1000 }), failed('TOO_LARGE', { bound: 'bytes', limit: 1000 }));
    await assert.rejects(asked(full, { ms: 1 }), failed('EXCEL_UNREADABLE', { bound: 'ms', limit: 1 }));
    const much = Array.from({ length: 20_000 }, (_, n) => Array.from({ length: 4 }, (_, column) => `${n} ${column}`));
    await assert.rejects(
      read(await written(much, kind), `list.${kind}`, { megabytes: 20 }),
      failed('EXCEL_UNREADABLE', { bound: 'megabytes', limit: 20 }),
    );
    assert.deepEqual(await asked([head, ['1', '2', '3', '4', '5'], ['x'.repeat(11)]], { beyond: 'ignore' }), [
      head,
      ['1', '2', '3', '4'],
      ['x'.repeat(10)],
    ]);
  });
}

test('each bound holds in writing', async () => {
  const row = ['a', 'b', 'c', 'd'];
  const write = (rows: Row[], bounds: Partial<ReadBounds> = {}) => written(rows, 'xlsx', { ...small, ...bounds });
  assert.ok((await write([row, row, row, row])).length > 0);
  await assert.rejects(write([row, row, row, row, row]), failed('EXCEL_TOO_LARGE', { bound: 'rows', limit: 3 }));
  await assert.rejects(write([row, [...row, 'e']]), failed('EXCEL_TOO_WIDE', { bound: 'columns', limit: 4, row: 2, column: 5 }));
  await assert.rejects(
    write([row, ['', 'x'.repeat(11)]]),
    failed('EXCEL_TEXT_TOO_LONG', { bound: 'characters', limit: 10, row: 2, column: 2 }),
  );
  await assert.rejects(write([row, row], { bytes: 7 }), failed('TOO_LARGE', { bound: 'bytes', limit: 7 }));
  const most = 16_384;
  await assert.rejects(
    write([Array.from({ length: most + 1 }, () => 'x')], { columns: 100_000 }),
    failed('EXCEL_TOO_WIDE', { bound: 'columns', limit: most, row: 1, column: most + 1 }),
  );
});

test('what XML forbids, and what stands for it, is read back as it was; rows are read only as fast as the file is taken', async () => {
  const texts = [
    '\u0000\u0001\u001f',
    'a\rb\nc',
    '_x0041_',
    '_x005F_x0041_',
    ' both ends ',
    '\ufffe\uffff',
    '<![CDATA[x]]>',
    '&amp;&#65;',
    '_x00',
    'العربية \u202e',
  ];
  assert.deepEqual(await read(await written([texts], 'xlsx')), [texts]);
  let [given, ended] = [0, false];
  async function* endless(): AsyncGenerator<Row[]> {
    try {
      for (;; given += 1) yield Array.from({ length: 100 }, (_, n) => [randomBytes(100).toString('base64'), String(n)]); // prettier-ignore
    } finally {
      ended = true;
    }
  }
  const pieces = writeSheet({ name: 'S', rows: endless() }, { ...wide, rows: 1_000_000, bytes: 2 ** 40 });
  for (let n = 0; n < 20; n += 1) await pieces.next();
  const taken = given;
  await sleep(100);
  assert.ok(given - taken < 20, `${given - taken} more blocks were read`);
  await pieces.return(undefined);
  while (!ended) await sleep(5);
});

test('texts of an .xls that fill several records are read back as they were', async () => {
  const rows = ['王', 'é', '王é', '🙂'].map((text) => [text.repeat(9000), text.repeat(4111), text.repeat(127), text]);
  assert.deepEqual(await read(await written(rows, 'xls', { characters: 20_000 }), 'long.xls', { characters: 20_000 }), rows);
});

test('numbers are read as they are shown, but phone numbers in full and dates in one form', async () => {
  const styles =
    '<numFmts count="1"><numFmt numFmtId="170" formatCode="00000000"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="170" applyNumberFormat="1"/><xf numFmtId="9" applyNumberFormat="1"/></cellXfs>';
  const cells = [
    [0, 8_613_800_138_000],
    [1, 46_350],
    [2, 46_350.354_166_666_664],
    [3, 86],
    [4, 0.5],
  ];
  const sheet = `<sheetData><row r="1">${cells.map(([style, value], index) => `<c r="${'ABCDE'[index]}1" s="${style}"><v>${value}</v></c>`).join('')}</row></sheetData>`;
  assert.deepEqual(await read(workbookOf({ sheet, styles })), [['8613800138000', '2026-11-24', '2026-11-24 08:30:00', '00000086', '50%']]);
  const rest = '<workbookPr date1904="1"/>';
  assert.equal((await read(workbookOf({ sheet, styles, rest })))[0]?.[1], '2030-11-25');
});

test('content may come in pieces of any size, and its own errors stay its own', async () => {
  const bytes = await written([['a', 'b']], 'xlsx');
  const rows: Row[] = [];
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  for await (const block of readSheet({ name: 'a.xlsx', content: single }, wide)) rows.push(...block);
  assert.deepEqual(rows, [['a', 'b']]);
  const lost = new Error('the store is gone');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 100);
    throw lost;
  }
  await assert.rejects(readSheet({ name: 'a.xlsx', content: broken() }, wide).next(), lost);
  async function* brokenRows(): AsyncGenerator<Row[]> {
    yield [['a']];
    throw lost;
  }
  await assert.rejects(buffer(writeSheet({ name: 'S', rows: brokenRows() }, wide)), lost);
});

/** The processes that this one started. */
const children = async (): Promise<number> => {
  const lists = (await readdir('/proc/self/task')).map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => ''));
  return (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).length;
};

test('an abort ends the process at once: while it takes, while it works, while it gives, and before it begins', async () => {
  const before = await children();
  const rows = Array.from({ length: 20_000 }, (_, n) => [`${n}`, '王小明', 'x'.repeat(50)]);
  const bytes = await written(rows, 'xlsx');
  const stopped = new Error('not wanted anymore');
  const aborter = new AbortController();
  const stop = () => aborter.abort(stopped);
  const whileTaking = (async function* () {
    yield bytes.subarray(0, 100);
    stop();
    yield bytes.subarray(100);
  })();
  await assert.rejects(readSheet({ name: 'a.xlsx', content: whileTaking }, wide, aborter.signal).next(), stopped);
  assert.equal(await children(), before);

  const working = new AbortController();
  const began = performance.now();
  setTimeout(() => working.abort(stopped), 50);
  await assert.rejects(readSheet({ name: 'a.xlsx', content: [bytes] }, wide, working.signal).next(), stopped);
  assert.ok(performance.now() - began < 5000);
  assert.equal(await children(), before);

  const giving = new AbortController();
  const blocks = readSheet({ name: 'a.xlsx', content: [bytes] }, wide, giving.signal);
  assert.equal((await blocks.next()).done, false);
  assert.equal(await children(), before + 1);
  giving.abort(stopped);
  await assert.rejects(blocks.next(), stopped);
  assert.equal(await children(), before);

  await assert.rejects(readSheet({ name: 'a.xlsx', content: [bytes] }, wide, aborter.signal).next(), stopped);
});

test('who takes only the first rows leaves no process behind, and those that wait may leave the line', async () => {
  const before = await children();
  const bytes = await written(
    Array.from({ length: 5000 }, (_, n) => [`${n}`]),
    'xlsx',
  );
  const open = () => readSheet({ name: 'a.xlsx', content: [bytes] }, wide);
  const [one, other] = [open(), open()];
  await Promise.all([one.next(), other.next()]);
  const leaving = new AbortController();
  const left = assert.rejects(readSheet({ name: 'a.xlsx', content: [bytes] }, wide, leaving.signal).next(), /AbortError/);
  const third = open();
  const thirdRows = third.next();
  leaving.abort();
  await left;
  assert.equal(await children(), before + 2);
  await one.return(undefined);
  assert.deepEqual((await thirdRows).value?.[0], ['0']);
  await Promise.all([other.return(undefined), third.return(undefined)]);
  assert.equal(await children(), before);
});

const hostile: Record<string, () => Buffer> = {
  'parts that are not read as rows, of nothing but tags': () => workbookOf({ sheet: '', rest: '<a>'.repeat(6_400_000) }),
  'a text of nothing but escapes': () =>
    workbookOf({ sheet: `<sheetData><row r="1"><c t="inlineStr"><is><t>${'&lt;'.repeat(4_800_000)}</t></is></c></row></sheetData>` }),
};
for (const [what, bytes] of Object.entries(hostile))
  test(`${what}: takes more memory than it may have, and the server goes on`, async () => {
    await assert.rejects(
      read(bytes(), 'list.xlsx', { unpackedBytes: 20 * mebibyte, megabytes: 192 }),
      failed('EXCEL_UNREADABLE', { bound: 'megabytes', limit: 192 }),
    );
  });

test('what unpacks to more than it may is refused', async () => {
  const bytes = workbookOf({ sheet: ' '.repeat(2 * mebibyte) });
  await assert.rejects(
    read(bytes, 'list.xlsx', { unpackedBytes: mebibyte }),
    failed('EXCEL_UNREADABLE', { bound: 'unpackedBytes', limit: mebibyte }),
  );
});
