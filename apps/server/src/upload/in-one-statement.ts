import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { recheck, isOwn } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';

/**
 * What one statement does in a folder, which waits for others there. In a person's own space nobody takes their right away meanwhile;
 * anywhere else it is asked again once the folder and the space are held. Null takes it back. Throws what `authorise` throws.
 */
export async function unlessOwnAskAgain<Made>(
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

/** A statement that failed spoils its transaction. */
class NothingMade extends Error {}
