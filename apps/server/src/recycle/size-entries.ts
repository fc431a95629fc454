import { publish } from '../live-updates/index.ts';
import { allowLongStatements, findUnsizedEntry, setSize, sumDeleted } from './background-queries.ts';
import type { RecycleDeps } from './deps.ts';

/**
 * Counts what one deleted folder holds: all that went with it, not what was deleted in it before, which has an entry of its own. What
 * comes out of the bin by itself is thus never part of it. Nothing is locked meanwhile, for counting a large tree takes its time and the
 * folder may be wanted back; an entry that was changed by then is counted anew. Who deleted it and the space's owner see it at once.
 * Answers 1, or 0 when nothing waits.
 */
export async function sizeEntries(database: RecycleDeps['database']): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction);
    const entry = await findUnsizedEntry(transaction);
    if (!entry) return 0;
    const people = await setSize(transaction, entry, await sumDeleted(transaction, entry.instance_id));
    if (people.length > 0) await publish(transaction, [{ to: [...new Set(people)], event: 'recycleChanged' }]);
    return 1;
  });
}
