/** Changes of several items in folders that may have to wait for locks, as one statement. */
import type { Kysely } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { isOwn, recheck } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';

/** What somebody adds to a folder, which the first permission check has read. */
export interface Addition {
  caller: Caller;
  folder: ItemContext;
}

/** Adds all of it to one space. In the order of what is added; null where the statement cannot decide. */
export type AddTo<Added, Made> = (database: Kysely<Tables>, added: readonly Added[]) => Promise<(Made | null)[]>;

/**
 * What can be one statement: additions to one space. A person's own space is apart: there, nobody can revoke their permission meanwhile.
 */
export const spaceKey = ({ folder }: Addition): string => `${folder.spaceId} ${isOwn(folder)}`;

/**
 * Sends one statement for additions with one `spaceKey`. Outside a person's own space, the permissions are checked again once the folders and
 * the space are locked. What the statement refuses as a whole is sent again one by one, so that what fails, fails alone. Returns refusals instead of
 * throwing them.
 */
export async function addTogether<Added extends Addition, Made>(
  database: Kysely<Tables>,
  added: readonly Added[],
  add: AddTo<Added, Made>,
): Promise<(Made | null | Failure)[]> {
  const sorted = added.toSorted(byFolder);
  const made = await orEachAlone(sorted, (some) => checkedAgain(database, some, add));
  const outcomes = new Map(sorted.map((one, at) => [one, made[at]!]));
  return added.map((one) => outcomes.get(one)!);
}

/** Folders are locked in this order, the higher first (docs/decisions/0004). */
const byFolder = (a: Addition, b: Addition): number =>
  a.folder.ancestors.length - b.folder.ancestors.length || (a.folder.instanceId < b.folder.instanceId ? -1 : 1);

/** The folders of what is added, in the order in which they are locked. */
export const foldersOf = (added: readonly Addition[]): InstanceId[] => [...new Set(added.map(({ folder }) => folder.instanceId))];
export const spaceOf = (added: readonly Addition[]): SpaceId => added[0]!.folder.spaceId;

async function orEachAlone<Added, Made>(
  added: readonly Added[],
  add: (added: readonly Added[]) => Promise<(Made | null)[]>,
): Promise<(Made | null | Failure)[]> {
  try {
    return await add(added);
  } catch (error) {
    if (added.length > 1 && isOfOne(error)) {
      const made: (Made | null | Failure)[] = [];
      for (const one of added) made.push(...(await orEachAlone([one], add)));
      return made;
    }
    if (isUndecided(error)) return [null];
    if (error instanceof Failure) return [error];
    throw error;
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);
/** PostgreSQL's class 22: what is wrong is a value, not the statement. */
export const isOfValue = (error: unknown): boolean => codeOf(error).startsWith('22');
/** Its class 23: a row contradicts another one. */
const isOfOne = (error: unknown): boolean => error instanceof Failure || isOfValue(error) || codeOf(error).startsWith('23');

const divisionByZero = '22012';
const uniqueViolation = '23505';
const isUndecided = (error: unknown): boolean => [divisionByZero, uniqueViolation].includes(codeOf(error));

async function checkedAgain<Added extends Addition, Made>(
  database: Kysely<Tables>,
  added: readonly Added[],
  add: AddTo<Added, Made>,
): Promise<(Made | null)[]> {
  if (isOwn(added[0]!.folder)) return add(database, added);
  return database.transaction().execute(async (transaction) => {
    const made = await add(transaction, added);
    if (made.every((one) => one === null)) return made;
    for (const those of Map.groupBy(added, rightsKey).values()) await recheck(transaction, those[0]!.caller, foldersOf(those), 'upload');
    return made;
  });
}

/** Visitors have ids of their own. */
const rightsKey = ({ caller }: Addition): string => `${caller.userId} ${caller.fileSharingId ?? ''}`;
