import type { Row } from './bounds.ts';

/** What passes between two processes at once. Packing or unpacking it takes a millisecond or two. */
const most = { cells: 2000, characters: 100_000, bytes: 256 * 1024 };

/** Cuts rows into blocks that are small enough to pass from one process to another. */
export function* blocksOf(rows: Iterable<Row>): Generator<Row[]> {
  let block: Row[] = [];
  let [cells, characters] = [0, 0];
  for (const row of rows) {
    block.push(row);
    // An empty row takes time too.
    cells += row.length + 1;
    for (const text of row) characters += text.length;
    if (cells < most.cells && characters < most.characters) continue;
    yield block;
    block = [];
    [cells, characters] = [0, 0];
  }
  if (block.length > 0) yield block;
}

/** Cuts bytes into pieces of that size. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += most.bytes) yield bytes.subarray(at, at + most.bytes);
}
