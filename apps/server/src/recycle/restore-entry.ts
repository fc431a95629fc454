import type { Kysely } from 'kysely';
import { foldName, limits } from '@alcove/contract';
import type { Sensitivity } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { findChild, freeName, heightOf, levelOf, lockTrees, requireFits, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Place } from '../permission/index.ts';
import { holdEntry } from './recycle-queries.ts';
import type { Entry } from './recycle-queries.ts';

interface Restoring {
  folder: Place;
  onTaken: 'fail' | 'number';
  userId: string;
  /** What it says from now on; as before when absent. */
  sensitivity?: Sensitivity;
}

/**
 * Takes an item back into a folder of its space: one row, however large the tree. Throws FILE_NOT_FOUND when it is not in the bin any
 * more, TOO_DEEP, and NAME_TAKEN where the name is not to be numbered.
 */
export const restoreEntry = (database: Kysely<Tables>, entry: Entry, { folder, onTaken, userId, sensitivity }: Restoring): Promise<void> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      await lockTrees(transaction, [entry.space_id]);
      const item = await holdEntry(transaction, entry.id);
      if (!item) throw new Failure('FILE_NOT_FOUND');
      const most = limits.folderDepth - (await levelOf(transaction, folder.instanceId));
      const height = item.isFile ? 0 : await heightOf(transaction, entry.instance_id, most);
      await requireFits(transaction, { instanceId: folder.instanceId, spaceId: entry.space_id }, { itemId: null, height });
      if (onTaken === 'fail' && (await findChild(transaction, folder.instanceId, item.name))) throw new Failure('NAME_TAKEN');
      const name = await freeName(transaction, folder.instanceId, item.name);
      await transaction
        .updateTable('instance')
        .set({ deleted_at: null, parent_id: folder.instanceId, name, folded_name: foldName(name), ...(sensitivity && { sensitivity }) })
        .where('id', '=', entry.instance_id)
        .execute();
      await transaction.deleteFrom('recycle').where('id', '=', entry.id).execute();
      await recordActivity(transaction, userId, [entry.instance_id], { kind: 'restored', data: {} });
    }),
  );
