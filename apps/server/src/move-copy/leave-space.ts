import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { endSharesOn } from '../sharing/index.ts';
import { lockSpaces, releaseUsed } from '../spaces/index.ts';
import { giveUpUnder } from '../upload/index.ts';
import { amongst, chunks } from './chunks.ts';
import type { Ledger, Placing } from './deps.ts';
import { lockEntriesIn, sumVersions } from './lock-tree.ts';
import type { LockedSubtrees } from './lock-tree.ts';
import { askPlacingAgain } from './may-place.ts';

/** Who answered for the level where it was does so still. */
const levelFrom = (homeId: string) => ({
  sensitivity_from: sql<
    string | null
  >`case when sensitivity <> 'normal' then coalesce(sensitivity_from, ${homeId}::uuid) else sensitivity_from end`,
});

/**
 * Everything below these items changes its space; the items themselves are for the caller to bring there. No right goes along: grants
 * end, and shares. What was deleted in them stays in the old space, in `homeId`, and nothing more is to be saved into the folders `left`.
 * Both spaces are held then, the right is asked once more, and the old one's room is given back. Answers the bytes that the new one is to be
 * charged.
 */
export async function leaveSpace(
  transaction: Transaction<Tables>,
  source: Caller,
  trees: LockedSubtrees,
  placing: Placing,
  ledger: Ledger,
  { items, homeId, left }: { items: number; homeId: string; left: readonly string[] },
): Promise<number> {
  const { place, target, caller } = placing;
  await lockEntriesIn(transaction, trees.folders);
  const bytes = await sumVersions(transaction, trees.ids);
  // By id, as everyone who holds several files.
  for (const ids of chunks(trees.ids.slice(items).sort())) {
    await transaction
      .updateTable('instance')
      .set({ space_id: target.spaceId, ...levelFrom(homeId) })
      .where('id', '=', amongst(ids))
      .execute();
    await ledger.advance(ids.length);
  }
  for (const ids of chunks(trees.deleted)) {
    await transaction.updateTable('instance').set({ parent_id: homeId }).where('id', '=', amongst(ids)).execute();
    await transaction.updateTable('recycle').set({ parent_id: homeId }).where('instance_id', '=', amongst(ids)).execute();
  }
  await lockSpaces(transaction, [place.spaceId, target.spaceId]);
  // Before the grants end that the right may come from.
  await askPlacingAgain(transaction, 'move', source, placing);
  for (const ids of chunks(trees.ids)) {
    await endSharesOn(transaction, ids, { userId: caller.userId, name: caller.realName });
    await sql`delete from file_grant where instance_id in (select id from instance where id = ${amongst(ids)} and granted)`.execute(
      transaction,
    );
  }
  for (const ids of chunks([...trees.folders, ...left])) await giveUpUnder(transaction, { folderIds: ids });
  await releaseUsed(transaction, place.spaceId, bytes);
  return bytes;
}
