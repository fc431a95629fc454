/** Copies tables from one PostgreSQL into another on several connections at once, each table with its indexes. */
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { CopyIn, CopyOut } from '../database/index.ts';
import { copyInFrozen, copyInText, emptyAgain, prepareForIndexes, runAll } from './dump-queries.ts';
import type { TableShape, TakenAway } from './dump-queries.ts';

/** A connection to each of the two. */
export interface Lane {
  read: PoolClient;
  write: PoolClient;
}

export interface TableToCopy {
  shape: TableShape;
  /** The statement that reads its rows. */
  text: string;
}

/** Returns the number of rows. */
export async function copyRows(
  { read, write }: Lane,
  { shape, text }: TableToCopy,
  signal: AbortSignal,
  into = copyInText(shape),
): Promise<number> {
  const rows = new CopyIn(into);
  await pipeline(read.query(new CopyOut(text)), write.query(rows), { signal });
  return rows.rows;
}

/** Gives each lane the next of these when it is done with one. An error of one lane ends the others, through `stop`. */
export async function onLanes<One>(
  lanes: readonly Lane[],
  all: readonly One[],
  signal: AbortSignal,
  work: (lane: Lane, one: One, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const waiting = [...all];
  const run = async (lane: Lane): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      stop.throwIfAborted();
      await work(lane, one, stop);
    }
  };
  await Promise.all(
    lanes.map((lane) =>
      run(lane).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    ),
  );
}

/** The tables are empty and without indexes. Returns the number of rows. After an error, none of the connections may be used. */
export async function copyTables(
  lanes: readonly Lane[],
  tables: readonly TableToCopy[],
  { indexes, signal, each }: { indexes: TakenAway['indexes']; signal: AbortSignal; each: (table: string) => void },
): Promise<number> {
  let rows = 0;
  await onLanes(lanes, tables, signal, async (lane, table, stop) => {
    each(table.shape.name);
    await lane.write.query('begin');
    await prepareForIndexes(lane.write);
    // Emptied in the same transaction, so that its rows count as old ones at once, and an embedded PostgreSQL need not log them.
    await emptyAgain(lane.write, table.shape);
    // Not in one statement: the other lanes count meanwhile.
    const copied = await copyRows(lane, table, stop, copyInFrozen(table.shape));
    rows += copied;
    await runAll(lane.write, indexes.get(table.shape.name) ?? []);
    await lane.write.query('commit');
  });
  return rows;
}
