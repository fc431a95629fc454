import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ItemOutcome } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import { failedItem } from './change.ts';
import type { FileDeps } from './deps.ts';
import { isNameTaken } from './file-queries.ts';

/**
 * Takes back what the caller deleted, to where it was. A name that was given away meanwhile or a folder above that is gone
 * fails for that item alone.
 */
export async function undoRemove({ database, changes }: FileDeps, instanceIds: string[], context: UserContext): Promise<ItemOutcome[]> {
  const rows = await database
    .selectFrom('recycle')
    .select(['instance_id', 'parent_id'])
    .where('instance_id', 'in', instanceIds)
    .where('deleted_by', '=', context.caller.userId)
    .execute();
  const parentOf = new Map(rows.map((row) => [row.instance_id, row.parent_id]));
  const outcomes = new Map<string, ItemOutcome>();
  // A folder comes back before what lies in it, whatever order they were named in: another round as long as one came back.
  for (let cameBack = true; cameBack;) {
    cameBack = false;
    const open = [...parentOf].filter(([id]) => !outcomes.has(id));
    // The right is asked of the folder above: the item itself is not live, so it has no place of its own now.
    const judged = await authoriseEach(database, context.caller, [...new Set(open.map(([, parentId]) => parentId))], 'upload');
    for (const [instanceId, parentId] of open) {
      const verdict = judged.get(parentId);
      if (!verdict || verdict instanceof Failure) continue;
      const restored = await restoreOne(database, instanceId, context.caller.userId);
      outcomes.set(instanceId, restored ? { instanceId, done: true } : failedItem(instanceId, 'NAME_TAKEN', context.language));
      if (restored) changes.listChanged(verdict.place, [parentId, instanceId]);
      cameBack ||= restored;
    }
  }
  return [...new Set(instanceIds)].map((id) => outcomes.get(id) ?? failedItem(id, 'FILE_NOT_FOUND', context.language));
}

async function restoreOne(database: Kysely<Tables>, instanceId: string, userId: string): Promise<boolean> {
  try {
    await database.transaction().execute(async (transaction) => {
      await sql`update instance set deleted_at = null where id = ${instanceId} and deleted_at is not null`.execute(transaction);
      await transaction.deleteFrom('recycle').where('instance_id', '=', instanceId).execute();
      await recordActivity(transaction, userId, [instanceId], { kind: 'restored', data: {} });
    });
    return true;
  } catch (error) {
    if (isNameTaken(error)) return false;
    throw error;
  }
}
