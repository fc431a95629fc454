/**
 * `serve move-store`: copies all objects into another store while people work, then holds changes for what has come since, and lets the rows say
 * that the files are there. It can be killed at any moment and goes on when it is run again.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import { sealKeysFrom } from '../audit-seals/index.ts';
import type { Config } from '../config.ts';
import { kyselyOn, openDatabase, requireMigrated } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { inLanes } from '../integrity-check/index.ts';
import { holdChanges, letChangesGo } from '../relocation/index.ts';
import { giveMark, markKey, movingKey, retireStore, sealFolder, storeFault } from '../removal/index.ts';
import { openToLook } from '../storage/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { withHold } from './backup.ts';
import { holdSeals, releaseSeals } from './dump-queries.ts';
import { wasInTheWay } from './lock-queries.ts';
import { logMove } from './log-move.ts';
import { moveObject } from './move-object.ts';
import {
  beginMove,
  contentsToMove,
  findMove,
  isMoved,
  lockObjectRows,
  previewsToMove,
  setMoved,
  sizeToMove,
  switchStore,
  today,
} from './move-queries.ts';
import type { ObjectToMove } from './move-queries.ts';
import { openTarget } from './open-target.ts';
import { untilLittleIsLeft } from './passes.ts';
import { progressOf } from './progress.ts';
import type { Progress } from './progress.ts';
import type { Report } from './progress-report.ts';
import { Refused } from './refusal.ts';
import { looseObjects } from './save-objects.ts';

export interface MoveStoreOptions {
  signal: AbortSignal;
  tell: (report: Report) => void;
  reached: (step: StoreStep) => void;
}

/**
 * `held`: changes are held from now on; `released`: they go on again, because it took too long. `marked`: the new store has its mark; `switched`: so do
 * the rows; `retired`: the old store says that it is not used any more.
 */
export type StoreStep = 'copied' | 'held' | 'released' | 'marked' | 'switched' | 'retired';

export interface StoreMoved {
  objects: number;
  bytes: number;
  heldSeconds: number;
  /** Objects that the old store does not have, or not as they were stored; the first ones. */
  faulty: string[];
  faultyCount: number;
  /** An earlier run had moved everything. */
  already: boolean;
}

const lanes = 8;
const mostShown = 10;
/** Changes wait for at most a minute, with what follows the copying. */
const mostHeldMs = 45_000;
const attempts = 5;

/** Throws Refused. `to`: the settings of the new store. */
export async function moveStore(config: Config, to: Config, options: MoveStoreOptions): Promise<StoreMoved> {
  const opened = await openDatabase({ ...config, poolSize: 4 }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    const stores: ObjectStore[] = [];
    try {
      const from = await openToLook(config.store);
      stores.push(from);
      const target = await openTarget(to);
      stores.push(target);
      return await withHold(opened, options.signal, (client, signal) =>
        move({ database: opened.kysely, client, from, to: target, place: placeOf(to) }, { ...options, signal }),
      );
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  } finally {
    await opened.stop();
  }
}

interface Parts {
  database: Kysely<Tables>;
  /** Holds removal, and later changes. */
  client: PoolClient;
  from: ObjectStore;
  to: ObjectStore;
  /** What the new store is called in messages. */
  place: string;
}

const placeOf = ({ store }: Config): string => (store.kind === 's3' ? `'${store.bucket}' at ${store.endpoint}` : store.folder);

async function move(parts: Parts, options: MoveStoreOptions): Promise<StoreMoved> {
  const { database, from, to } = parts;
  const made: StoreMoved = { objects: 0, bytes: 0, heldSeconds: 0, faulty: [], faultyCount: 0, already: false };
  if ((await storeFault(database, from)) !== null) {
    // A run that was killed after the rows had said so.
    if ((await to.head(markKey, { fresh: true })) === null || (await storeFault(database, to)) !== null)
      throw new Refused({ kind: 'wrongStore', bucket: from.bucket });
    await finish(parts, options);
    return { ...made, already: true };
  }
  const mark = await requireOwnOrEmpty(parts);
  try {
    await copyAndSwitch(parts, { mark, made }, options);
  } catch (error) {
    // A killed move leaves no such entry: the next run goes on with it.
    await logMove(database, 'system.giveUpStoreMove', parts.place).catch(() => {});
    throw error;
  }
  await finish(parts, options);
  return made;
}

async function copyAndSwitch(parts: Parts, { mark, made }: { mark: string; made: StoreMoved }, options: MoveStoreOptions): Promise<void> {
  const { database, from } = parts;
  const copier = copierOf(parts, made, options);
  copier.begin(await sizeToMove(database, from.bucket));
  await copier.seals();
  await untilLittleIsLeft(() => copier.pass(database));
  options.reached('copied');
  for (let attempt = 1; !(await holdAndSwitch(parts, { mark, made, copier }, options)); attempt += 1) {
    options.reached('released');
    if (attempt === attempts) throw new Refused({ kind: 'tooMuchAtOnce' });
    await untilLittleIsLeft(() => copier.pass(database));
  }
}

/** False if it would take longer than changes may wait. */
async function holdAndSwitch(
  { client, from, to, place }: Parts,
  { mark, made, copier }: { mark: string; made: StoreMoved; copier: Copier },
  { signal, reached }: MoveStoreOptions,
): Promise<boolean> {
  if (!(await holdChanges(client))) throw new Refused({ kind: 'anotherRuns' });
  const began = performance.now();
  const late = AbortSignal.timeout(mostHeldMs);
  reached('held');
  try {
    await holdSeals(client);
    try {
      await kyselyOn(client)
        .transaction()
        .execute(async (transaction) => {
          await lockObjectRows(client);
          await copier.pass(transaction, AbortSignal.any([signal, late]));
          await copier.newSeals();
          await giveMark(to, mark);
          reached('marked');
          late.throwIfAborted();
          await switchStore(transaction, { from: from.bucket, to: to.bucket, kind: to.kind, mark });
          await logMove(transaction, 'system.moveStore', place);
        });
    } finally {
      await releaseSeals(client);
    }
    made.heldSeconds = (performance.now() - began) / 1000;
    reached('switched');
    return true;
  } catch (error) {
    // Somebody may have begun a change that takes long.
    if ((!late.aborted && !wasInTheWay(error)) || signal.aborted) throw error;
    return false;
  } finally {
    // Those that still use the old store find out now, and stop.
    await letChangesGo(client);
  }
}

async function finish({ from, to, place }: Parts, { reached }: MoveStoreOptions): Promise<void> {
  await retireStore(from, place);
  reached('retired');
  await to.remove(movingKey);
}

/** Returns the mark that the new store will have. Throws Refused if it has objects that this move has not put there. */
async function requireOwnOrEmpty({ database, to, place }: Parts): Promise<string> {
  const known = await findMove(database);
  const stream = await to.read(movingKey);
  if (known && stream && known.bucket === to.bucket && (await text(stream)) === known.mark) return known.mark;
  if (stream || (await to.listObjects(null, 1)).objects.length > 0) throw new Refused({ kind: 'storeNotEmpty', bucket: to.bucket });
  const mark = randomUUID();
  await database.transaction().execute(async (transaction) => {
    await beginMove(transaction, { bucket: to.bucket, mark });
    await logMove(transaction, 'system.beginStoreMove', place);
  });
  await to.put(movingKey, Readable.from([Buffer.from(mark)]), mark.length);
  return mark;
}

type Copier = ReturnType<typeof copierOf>;

function copierOf({ database, from, to }: Parts, made: StoreMoved, { signal, tell }: MoveStoreOptions) {
  let progress: Progress | undefined;
  let firstDay = '';
  const faulty = new Set<string>();
  const copy = async (object: ObjectToMove): Promise<void> => {
    const outcome = await moveObject({ from, to }, object);
    progress?.add(object.size);
    if (outcome !== 'moved' && !faulty.has(object.key)) {
      faulty.add(object.key);
      made.faultyCount += 1;
      if (made.faulty.length < mostShown) made.faulty.push(`${object.key} (${outcome})`);
    }
    if (outcome === 'missing') return;
    made.objects += 1;
    made.bytes += object.size;
  };
  const copySeal = async (key: string): Promise<void> => {
    const size = (await from.head(key, { fresh: true }))?.size;
    if (size === undefined || (await isMoved(database, key))) return;
    await copy({ key, size, confuse: null, content: null });
    await setMoved(database, [key]);
  };
  return {
    begin: (bytes: number): void => void (progress = progressOf(bytes, (line) => tell({ kind: 'objects', ...line }))),
    /** Copies what rows name and is not there yet, reading and noting it on this connection. */
    async pass(on: Kysely<Tables>, until: AbortSignal = signal): Promise<void> {
      const pages = [(after: string) => contentsToMove(on, from.bucket, after), (after: string) => previewsToMove(on, after)];
      for (const page of pages)
        for (let objects = await page(''); objects.length > 0; objects = await page(objects.at(-1)!.key)) {
          await inLanes(objects, lanes, async (object) => {
            until.throwIfAborted();
            await copy(object);
          });
          await setMoved(
            on,
            objects.map(({ key }) => key).filter((key) => !faulty.has(key)),
          );
        }
    },
    async seals(): Promise<void> {
      firstDay = await today(database);
      for (const { key } of await looseObjects(from, [], [sealFolder])) {
        signal.throwIfAborted();
        await copySeal(key);
      }
    },
    /** Those that were written since `seals`. */
    async newSeals(): Promise<void> {
      for await (const key of sealKeysFrom(from, firstDay, await today(database))) await copySeal(key);
    },
  };
}
