/**
 * `serve move-database`: copies the whole database to another PostgreSQL. The audit log is copied while people work, and everything else while
 * changes are held. It is one transaction there, so a move that is killed leaves nothing but an empty database, or one that refuses to be used.
 */
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { forgetWriters } from '../audit-reading/index.ts';
import type { Config } from '../config.ts';
import { CopyIn, CopyOut, kyselyOn, migrateWithin, openDatabase, readMigrations, requireMigrated } from '../database/index.ts';
import { holdChanges, letChangesGo } from '../relocation/index.ts';
import {
  beginLocked,
  beginUnlocked,
  closeForWriting,
  copyLogText,
  findLogEnd,
  findMovedAway,
  firstId,
  forgetPlace,
  lockReaders,
  logTables,
  openForWriting,
  placeOf,
  removeBelow,
  setPlace,
  unfinished,
  wipe,
} from './database-move-queries.ts';
import {
  analyze,
  copyInText,
  copyOutText,
  findAnyTable,
  holdSeals,
  openForLoading,
  prepareForBulk,
  readSequences,
  readTables,
  runAll,
  setSequences,
} from './dump-queries.ts';
import type { TableShape } from './dump-queries.ts';
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
  return withBoth(config, to, async (parts) => {
    const { from, into, place } = parts;
    const away = await findMovedAway(from);
    if (away !== null && away !== place) throw new Refused({ kind: 'movedElsewhere', place: away });
    if (away !== null) {
      // A run that was killed after the old database had said so.
      if ((await findMovedAway(into)) === unfinished) await forgetPlace(into);
      return { rows: 0, heldSeconds: 0, already: true };
    }
    if ((await findMovedAway(into)) === unfinished) await wipe(into);
    const table = await findAnyTable(into);
    if (table !== null) throw new Refused({ kind: 'databaseNotEmpty', table });
    return move(parts, options);
  });
}

/** Uses the old database again. False: it was not moved. What was changed in the new one is not in the old one. */
export async function takeDatabaseBack(config: Config): Promise<boolean> {
  const opened = await openDatabase({ ...config, poolSize: 2 }, { beside: true });
  try {
    const client = await opened.pool.connect();
    try {
      if ((await findMovedAway(client)) === null) return false;
      await openForWriting(client);
      return true;
    } finally {
      client.release(true);
    }
  } finally {
    await opened.stop();
  }
}

async function withBoth<Answer>(config: Config, to: Config, work: (parts: Parts) => Promise<Answer>): Promise<Answer> {
  const opened = await openDatabase({ ...config, poolSize: 3 }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    const target = await openDatabase({ ...to, poolSize: 2 });
    try {
      const clients = await Promise.all([opened.pool.connect(), opened.pool.connect(), target.pool.connect()]);
      const [from, late, into] = clients;
      try {
        for (const client of clients) await prepareForBulk(client);
        return await work({ from, late, into, place: await placeOf(into) });
      } finally {
        for (const client of clients) client.release(true);
      }
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
  /** Host and name of the new database. */
  place: string;
}

/** After an error, the connections are closed, which ends the hold and takes everything back. */
async function move(
  { from, late, into, place }: Parts,
  { rehearse, mostHeldMs, signal, tell, reached }: MoveDatabaseOptions,
): Promise<DatabaseMoved> {
  const made: DatabaseMoved = { rows: 0, heldSeconds: 0, already: false };
  const tables = await readTables(from);
  const log = tables.filter(({ name }) => logTables.includes(name));
  const rest = tables.filter(({ name }) => !logTables.includes(name) && name !== 'moved_away');
  const tooLong = new AbortController();
  const stop = AbortSignal.any([signal, tooLong.signal]);
  const copy = async (client: PoolClient, shape: TableShape, text: string): Promise<void> => {
    tell({ kind: 'table', table: shape.name });
    const rows = new CopyIn(copyInText(shape));
    await pipeline(client.query(new CopyOut(text)), into.query(rows), { signal: stop });
    made.rows += rows.rows;
  };
  let timer: NodeJS.Timeout | undefined;
  let began = 0;
  const soFar = (): void => void (made.heldSeconds = (performance.now() - began) / 1000);
  try {
    await kyselyOn(into)
      .transaction()
      .execute(async (transaction) => {
        await migrateWithin(transaction, await readMigrations());
        const back = await openForLoading(into);
        const ahead = await findLogEnd(from);
        for (const shape of log) await copy(from, shape, copyLogText(shape, 0, ahead));

        reached('copied');
        if (!rehearse) {
          if (!(await holdChanges(from))) throw new Refused({ kind: 'anotherRuns' });
          reached('held');
          await holdSeals(from);
        }
        began = performance.now();
        timer = setTimeout(() => tooLong.abort(), mostHeldMs);
        await (rehearse ? beginUnlocked(from) : beginLocked(from, tables));
        for (const shape of rest) await copy(from, shape, copyOutText(shape));
        const isKey = (statement: string): boolean => statement.includes(' add constraint ');
        await runAll(into, back.filter(isKey));
        // From here on people cannot read what leaves an entry, for as long as the last entries take.
        if (!rehearse) {
          await lockReaders(from, late);
          await setPlace(from, place);
          await closeForWriting(from, tables);
        }
        for (const shape of log) {
          await copy(late, shape, copyLogText(shape, ahead, null));
          await removeBelow(into, shape.name, await firstId(late, shape.name));
        }
        await setSequences(into, await readSequences(late));
        await forgetWriters(transaction);
        await setPlace(into, unfinished);
        await runAll(
          into,
          back.filter((statement) => !isKey(statement)),
        );
        stop.throwIfAborted();
        if (rehearse) throw new Rehearsed();
      });
    // The new database is whole, but refuses to be used until the old one says that it was moved.
    reached('made');
    await from.query('commit');
    reached('closed');
    soFar();
  } catch (error) {
    soFar();
    if (error instanceof Rehearsed) return made;
    if (tooLong.signal.aborted && !signal.aborted) throw new Refused({ kind: 'heldTooLong', seconds: Math.round(mostHeldMs / 1000) });
    throw error;
  } finally {
    clearTimeout(timer);
  }
  await forgetPlace(into);
  // Those that still use the old database find out now, and stop. With them, the embedded one may stop.
  await letChangesGo(from).catch(() => {});
  await analyze(into);
  return made;
}

class Rehearsed extends Error {}
