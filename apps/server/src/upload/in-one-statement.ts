import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { recheck, isOwn } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';

/**
 * Runs a statement on a folder, which may have to wait for locks. In a person's own space nobody can revoke their permission meanwhile.
 * Elsewhere the permission is checked again once the folder and the space are locked. If `work` returns null, its transaction is rolled
 * back and null is returned. Throws what `authorise` throws.
 */
export async function recheckUnlessOwn<Made>(
  database: Kysely<Tables>,
  caller: Caller,
  folder: ItemContext,
  work: (database: Kysely<Tables>) => Promise<Made>,
): Promise<Made | null> {
  if (isOwn(folder)) return work(database);
  try {
    return await database.transaction().execute(async (transaction) => {
      const made = await work(transaction);
      if (made === null) throw new NothingMade();
      await recheck(transaction, caller, folder.instanceId, 'upload');
      return made;
    });
  } catch (error) {
    if (error instanceof NothingMade) return null;
    throw error;
  }
}

/** Rolls the transaction back: after a statement failed, PostgreSQL accepts no other one in it. */
class NothingMade extends Error {}
