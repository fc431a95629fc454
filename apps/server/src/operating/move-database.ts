/**
 * `serve move-database`: copies the whole database to another PostgreSQL while people work, and then, while changes are held, what was changed
 * meanwhile. Until it is whole, and the old one is closed, the new database refuses to be used.
 */
import type { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { forgetWriters } from '../audit-reading/index.ts';
import type { Config } from '../config.ts';
import { kyselyOn, migrateWithin, openDatabase, readMigrations, requireMigrated } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { holdChanges, letChangesGo } from '../relocation/index.ts';
import { firstUnseen, withKeys } from './catch-up-queries.ts';
import { catchUp } from './catch-up.ts';
import { copyRows, copyTables } from './copy-tables.ts';
import type { Lane } from './copy-tables.ts';
import {
  asUnchecked,
  beginLocked,
  beginUnlocked,
  checkReferences,
  closeForWriting,
  copyLogText,
  findLogEnd,
  findMovedAway,
  firstId,
  forgetPlace,
  largestFirst,
  lockReaders,
  logTables,
  openForWriting,
  placeOf,
  removeBelow,
  setPlace,
  shareSnapshot,
  takeTurn,
  unfinished,
  waitForDisk,
  wipe,
} from './database-move-queries.ts';
import {
  analyze,
  copyOutText,
  end,
  findAnyTable,
  holdSeals,
  openForLoading,
  prepareForBulk,
  readSequences,
  readTables,
  runAll,
  setSequences,
} from './dump-queries.ts';
import type { TableShape, TakenAway } from './dump-queries.ts';
import { logMove } from './log-move.ts';
import { untilLittleIsLeft } from './passes.ts';
import type { Report } from './progress-report.ts';
import { Refused } from './refusal.ts';

export interface MoveDatabaseOptions {
  /** Only tries how long it takes: nothing is held, and nothing stays in the new database. */
  rehearse: boolean;
  /** Changes are held for no longer than this. */
  mostHeldMs: number;
  signal: AbortSignal;
  tell: (report: Report) => void;
  reached: (step: DatabaseStep) => void;
}

/** Tables that are copied at the same time. */
const lanesAtOnce = 3;

/** `held`: changes are held from now on; `made`: the new database is committed, and refuses to be used; `closed`: the old one refuses every write. */
export type DatabaseStep = 'copied' | 'held' | 'made' | 'closed';

export interface DatabaseMoved {
  rows: number;
  /** How long changes were held, or would be. */
  heldSeconds: number;
  /** An earlier run had moved everything. */
  already: boolean;
}

/** Throws Refused. `to`: the settings of the new database. */
export function moveDatabase(config: Config, to: Config, options: MoveDatabaseOptions): Promise<DatabaseMoved> {
  /** What this run has begun to fill. */
  let ours: { place: string; isWhole: boolean } | null = null;
  const work = async (parts: Parts): Promise<DatabaseMoved> => {
    const { from, into, late, place } = parts;
    // Two would take each other's tables for those of a killed one.
    if (!(await takeTurn(late))) throw new Refused({ kind: 'anotherRuns' });
    const away = await findMovedAway(from);
    if (away !== null && away !== place) throw new Refused({ kind: 'movedElsewhere', place: away });
    if (away !== null) {
      // A run that was killed after the old database had said so.
      if ((await findMovedAway(into)) === unfinished) await forgetPlace(into);
      await checkReferences(into);
      return { rows: 0, heldSeconds: 0, already: true };
    }
    if ((await findMovedAway(into)) === unfinished) await wipe(into);
    const table = await findAnyTable(into);
    if (table !== null) throw new Refused({ kind: 'databaseNotEmpty', table });
    if (!options.rehearse) await logMove(kyselyOn(from), 'system.beginDatabaseMove', place);
    ours = { place, isWhole: false };
    return move(parts, { ...options, reached });
  };
  const reached = (step: DatabaseStep): void => {
    if (step === 'made') ours!.isWhole = true;
    options.reached(step);
  };
  return withBoth(config, to, work, async (old, target) => {
    // Once it is whole, the old one may say that it was moved, although the answer was lost.
    if (ours === null || ours.isWhole) return;
    await emptyUnfinished(target);
    if (!options.rehearse) await logMove(old, 'system.giveUpDatabaseMove', ours.place);
  });
}

async function emptyUnfinished(target: Pool): Promise<void> {
  const client = await target.connect();
  try {
    if ((await findMovedAway(client)) === unfinished) await wipe(client);
  } finally {
    client.release(true);
  }
}

/** Uses the old database again. False: it was not moved. What was changed in the new one is not in the old one. */
export async function takeDatabaseBack(config: Config): Promise<boolean> {
  const opened = await openDatabase({ ...config, poolSize: 2 }, { beside: true });
  try {
    const client = await opened.pool.connect();
    try {
      if ((await findMovedAway(client)) === null) return false;
      await openForWriting(client);
      await logMove(opened.kysely, 'system.takeDatabaseBack', null);
      return true;
    } finally {
      client.release(true);
    }
  } finally {
    await opened.stop();
  }
}

/** `failed` is called after the connections of the work were closed, which ends all that they held. */
async function withBoth<Answer>(
  config: Config,
  to: Config,
  work: (parts: Parts) => Promise<Answer>,
  failed: (old: Kysely<Tables>, target: Pool) => Promise<void>,
): Promise<Answer> {
  const opened = await openDatabase({ ...config, poolSize: lanesAtOnce + 2 }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    const target = await openDatabase({ ...to, poolSize: lanesAtOnce + 1 });
    try {
      const connections = (pool: Pool, count: number) => Promise.all(Array.from({ length: count }, () => pool.connect()));
      const [late, ...reading] = await connections(opened.pool, lanesAtOnce + 1);
      const writing = await connections(target.pool, lanesAtOnce);
      const clients = [late!, ...reading, ...writing];
      try {
        for (const client of clients) await prepareForBulk(client);
        const lanes = reading.map((read, index) => ({ read, write: writing[index]! }));
        const { read: from, write: into } = lanes[0]!;
        return await work({ from, late: late!, into, lanes, place: await placeOf(into) });
      } finally {
        for (const client of clients) client.release(true);
      }
    } catch (error) {
      await failed(opened.kysely, target.pool).catch(() => {});
      throw error;
    } finally {
      await target.stop();
    }
  } finally {
    await opened.stop();
  }
}

interface Parts {
  from: PoolClient;
  /** Sees what is written to the log until the end. */
  late: PoolClient;
  into: PoolClient;
  /** `from` and `into` are the first. */
  lanes: readonly Lane[];
  /** Host and name of the new database. */
  place: string;
}

/** After an error, the connections are closed, which ends the hold. */
async function move(
  { from, late, into, lanes, place }: Parts,
  { rehearse, mostHeldMs, signal, tell, reached }: MoveDatabaseOptions,
): Promise<DatabaseMoved> {
  const made: DatabaseMoved = { rows: 0, heldSeconds: 0, already: false };
  const tables = await largestFirst(from, await readTables(from));
  const log = tables.filter(({ name }) => logTables.includes(name));
  const rest = await withKeys(
    from,
    tables.filter(({ name }) => !logTables.includes(name) && name !== 'moved_away'),
  );
  const back = await makeEmpty(into);
  const tooLong = new AbortController();
  const stop = AbortSignal.any([signal, tooLong.signal]);
  const each = (table: string): void => tell({ kind: 'table', table });
  const copy = async (shapes: readonly TableShape[], textOf: (shape: TableShape) => string): Promise<void> => {
    const wanted = shapes.map((shape) => ({ shape, text: textOf(shape) }));
    made.rows += await copyTables(lanes, wanted, { indexes: back.indexes, signal: stop, each });
  };
  /** The log up to this entry is there. */
  let ahead = await findLogEnd(from);
  await copy(log, (shape) => copyLogText(shape, 0, ahead));
  /** What an earlier moment may not have seen begins with this transaction; null before the first. */
  let since: string | null = null;
  const copyMoment = async (): Promise<void> => {
    await shareSnapshot(
      from,
      lanes.slice(1).map(({ read }) => read),
    );
    const next = await firstUnseen(from);
    if (since === null) await copy(rest, copyOutText);
    else made.rows += await catchUp(lanes, rest, { since, signal: stop, each });
    since = next;
  };
  for (const { write } of lanes) await waitForDisk(write, false);
  await untilLittleIsLeft(async () => {
    const first = since === null;
    await beginUnlocked(from);
    await copyMoment();
    for (const { read } of lanes) await end(read);
    if (first) await analyze(into);
    const to = await findLogEnd(from);
    for (const shape of log) made.rows += await copyRows({ read: from, write: into }, { shape, text: copyLogText(shape, ahead, to) }, stop);
    ahead = to;
  });
  reached('copied');

  let timer: NodeJS.Timeout | undefined;
  try {
    if (!rehearse) {
      if (!(await holdChanges(from))) throw new Refused({ kind: 'anotherRuns' });
      reached('held');
      await holdSeals(from);
    }
    const began = performance.now();
    timer = setTimeout(() => tooLong.abort(), mostHeldMs);
    await (rehearse ? beginUnlocked(from) : beginLocked(from, tables));
    await copyMoment();
    await waitForDisk(into, true);
    // From here on people cannot read what leaves an entry, for as long as the last entries take.
    if (!rehearse) {
      await lockReaders(from, late);
      await setPlace(from, place);
      await closeForWriting(from, tables);
    }
    await kyselyOn(into)
      .transaction()
      .execute(async (transaction) => {
        for (const shape of log) {
          made.rows += await copyRows({ read: late, write: into }, { shape, text: copyLogText(shape, ahead, null) }, stop);
          await removeBelow(into, shape.name, await firstId(late, shape.name));
        }
        await setSequences(into, await readSequences(late));
        await forgetWriters(transaction);
        await runAll(into, [...asUnchecked(back.references), ...back.triggers]);
        await logMove(transaction, 'system.moveDatabase', place);
      });
    stop.throwIfAborted();
    if (!rehearse) {
      // The new database is whole, but refuses to be used until the old one says that it was moved.
      reached('made');
      await from.query('commit');
      reached('closed');
    }
    made.heldSeconds = (performance.now() - began) / 1000;
  } catch (error) {
    if (tooLong.signal.aborted && !signal.aborted) throw new Refused({ kind: 'heldTooLong', seconds: Math.round(mostHeldMs / 1000) });
    throw error;
  } finally {
    clearTimeout(timer);
  }
  if (rehearse) {
    await wipe(into);
    return made;
  }
  await forgetPlace(into);
  // Those that still use the old database find out now, and stop. With them, the embedded one may stop.
  await letChangesGo(from).catch(() => {});
  await checkReferences(into);
  return made;
}

/** The tables of a new database, which says that it is unfinished. What a killed move leaves is removed by the next one. */
async function makeEmpty(into: PoolClient): Promise<TakenAway> {
  let back: TakenAway | undefined;
  await kyselyOn(into)
    .transaction()
    .execute(async (transaction) => {
      await migrateWithin(transaction, await readMigrations());
      back = await openForLoading(into);
      await setPlace(into, unfinished);
    });
  return back!;
}
