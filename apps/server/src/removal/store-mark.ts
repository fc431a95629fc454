/**
 * Ties a database to its store: both contain the same mark, written at the first start. With an empty or wrong store, or the disk of
 * another machine, the server would list every file but could deliver none, and new files would be stored apart from the old ones.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { findMark, findSomeKeys, lockMarks, putMark, setMarked } from './mark-queries.ts';

export const markKey = 'alcove-mark';
/** In a store that `serve move-store` fills, until everything is there: the next run may take over what stands in it, and nobody serves with it. */
export const movingKey = 'alcove-moving';
/** The seals of the audit log are below it. They are evidence against the database, so nothing that stands in the database removes one. */
export const sealFolder = 'audit/';

/** Objects that need no row, and that are never removed because of one. */
export const isOwnKey = (key: string): boolean => key === markKey || key.startsWith(sealFolder);

/** Its message is shown to the person at the terminal. */
export class WrongStore extends Error {
  override readonly name = 'WrongStore';
}

/** The facts to decide by. `files` says whether the sampled files are in the store; 'none': the database has no files. */
export interface StoreFacts {
  row: { mark: string; marked: boolean } | null;
  written: string | null;
  files: 'none' | 'there' | 'missing';
  /** A move into this store is under way, or was given up. */
  filling: boolean;
}

type Fault = 'empty' | 'foreign' | 'moved' | 'filling';

/** How the mark of a store begins whose files were moved to another one. The place of that one follows. */
const movedMark = 'moved';

/** The mark for both, or what is wrong. */
export function judgeStore({ row, written, files, filling }: StoreFacts, drawMark: () => string): { mark: string } | { fault: Fault } {
  if (row && written === row.mark) return { mark: row.mark };
  if (written?.startsWith(movedMark)) return { fault: 'moved' };
  if (filling) return { fault: 'filling' };
  if (written !== null) return { fault: 'foreign' };
  if (row?.marked || files === 'missing') return { fault: 'empty' };
  return { mark: row?.mark ?? drawMark() };
}

const own = 'set the store that belongs to it. If this is the right one, start once with ALCOVE_ADOPT_STORE=true.';

/** What is wrong, and what to do then. */
function inWords(fault: Fault, written: string | null): { is: string; advice: string } {
  switch (fault) {
    case 'empty':
      return { is: 'is empty, or is not the one that this database wrote its files to', advice: own };
    case 'foreign':
      return { is: 'belongs to another database, or to a later state of this one', advice: own };
    case 'moved': {
      const place = written!.slice(movedMark.length).trim() || 'another store';
      return { is: `is no longer in use: its files were moved to ${place} by \`serve move-store\``, advice: 'set that store.' };
    }
    case 'filling':
      return {
        is: 'is being filled by `serve move-store`, which has not finished',
        advice: 'run that again, or start with the old store.',
      };
  }
}

/** Returns the mark. Throws WrongStore, unless `adopt` accepts any store. Processes that start at the same time wait for each other. */
export async function requireOwnStore(database: Kysely<Tables>, store: ObjectStore, { adopt }: { adopt: boolean }): Promise<string> {
  return database.transaction().execute(async (turn) => {
    await lockMarks(turn);
    const facts = await factsOf(database, store);
    const judged = judgeStore(facts, randomUUID);
    if ('fault' in judged && !adopt) {
      const { is, advice } = inWords(judged.fault, facts.written);
      throw new WrongStore(`The store '${store.bucket}' ${is}: ${advice}`);
    }
    const mark = 'mark' in judged ? judged.mark : (facts.written ?? facts.row?.mark ?? randomUUID());
    // The mark is committed to the database first, outside this transaction. A process that is interrupted before it writes the object
    // continues with the same mark.
    await putMark(database, store.bucket, mark);
    if (facts.written === null) await store.put(markKey, Readable.from([Buffer.from(mark)]), mark.length);
    await setMarked(database, store.bucket);
    return mark;
  });
}

/** Whether the files were moved to another store since this mark was read. */
export const isMovedAway = async (database: Kysely<Tables>, store: ObjectStore, mark: string): Promise<boolean> =>
  (await findMark(database, store.bucket))?.mark !== mark;

/** What is wrong with the store as a whole, in words; null if it is the right one. Changes nothing. */
export async function storeFault(database: Kysely<Tables>, store: ObjectStore): Promise<string | null> {
  const facts = await factsOf(database, store);
  const judged = judgeStore(facts, randomUUID);
  return 'fault' in judged ? inWords(judged.fault, facts.written).is : null;
}

/** Nobody uses this store any more: a server that still names it does not start, and says where the files are. */
export const retireStore = (store: ObjectStore, place: string): Promise<void> => giveMark(store, `${movedMark} ${place}`);

/** Gives a store the mark that the database will have. */
export async function giveMark(store: ObjectStore, mark: string): Promise<void> {
  await store.remove(markKey);
  const bytes = Buffer.from(mark);
  await store.put(markKey, Readable.from([bytes]), bytes.length);
}

/** For the readiness check. Throws WrongStore if the store no longer has the mark. */
export async function requireMark(store: ObjectStore): Promise<void> {
  if (!(await store.head(markKey, { fresh: true }))) throw new WrongStore(`The store '${store.bucket}' has lost its mark`);
}

/** How many files are looked up. */
const sampled = 20;

async function factsOf(database: Kysely<Tables>, store: ObjectStore): Promise<StoreFacts> {
  const row = await findMark(database, store.bucket);
  const stream = (await store.head(markKey, { fresh: true })) && (await store.read(markKey));
  const filling = (await store.head(movingKey, { fresh: true })) !== null;
  return { row, written: stream ? await text(stream) : null, files: await lookForFiles(database, store), filling };
}

async function lookForFiles(database: Kysely<Tables>, store: ObjectStore): Promise<StoreFacts['files']> {
  const keys = await findSomeKeys(database, sampled);
  if (keys.length === 0) return 'none';
  for (const key of keys) if (await store.head(key)) return 'there';
  return 'missing';
}
