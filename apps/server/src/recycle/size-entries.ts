import { publish } from '../live-updates/index.ts';
import { allowLongStatements, findUnsizedEntry, setSize, sumDeleted } from './background-queries.ts';
import type { RecycleDeps } from './deps.ts';

/**
 * Counts one deleted folder: everything that was deleted with it. Items deleted in it before have their own entries and are not included,
 * so nothing is counted twice when they leave the bin. Nothing is locked, because counting a large tree takes long and somebody may restore
 * the folder meanwhile. If the entry was changed by then, it is counted again. The person who deleted it and the space's owner are notified
 * at once.
 * Returns 1, or 0 if nothing is waiting.
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
