import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { lockTrees, requireFits, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { endSharesOn } from '../sharing/index.ts';
import { giveUpUnder } from '../upload/index.ts';
import type { Ledger, Placing } from './deps.ts';
import { holdItem } from './hold-item.ts';
import { land } from './land.ts';
import { becomeVersion, setPlace } from './move-within.ts';
import { countVisible } from './weigh.ts';

const rowsAtOnce = 1000;

/**
 * Moves to another space: every row beneath changes its space, in one transaction, so that it ends whole or not at all, and the
 * items keep their ids and versions. Its folders are held meanwhile; whoever saves into one of them waits and is then told that it is
 * gone from there. What was deleted below it before stays in the old space's bin. No right goes along: grants end, and shares.
 * Throws what `moveWithin` throws, and HOLDS_HIDDEN.
 */
export const moveAcross = (database: Kysely<Tables>, placing: Placing, ledger: Ledger): Promise<string> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      const { place, target, caller } = placing;
      await lockTrees(transaction, [place.spaceId, target.spaceId]);
      const item = await holdItem(transaction, place);
      const tree = await holdTree(transaction, place.instanceId, item.isFile);
      // What the person cannot see below it would come under a right that nobody gave them.
      if (!place.standing.owns && !item.isFile && (await countVisible(transaction, caller, place, 'move')).rows < tree.ids.length)
        throw new Failure('HOLDS_HIDDEN');
      await requireFits(transaction, target, { itemId: null, height: tree.height });
      const landing = await land(transaction, placing, item);
      if ('versionOf' in landing) return becomeVersion(transaction, placing, ledger, item, landing.versionOf);

      const bytes = await sumVersions(transaction, tree.ids);
      for (const ids of chunks(tree.ids.slice(1))) {
        await transaction.updateTable('instance').set({ space_id: target.spaceId }).where('id', '=', amongst(ids)).execute();
        await ledger.advance(ids.length);
      }
      for (const ids of chunks(tree.ids)) await endRights(transaction, ids, placing);
      await leaveDeleted(transaction, tree.deleted, item.parentId);
      // Both spaces before the folders' counts, in a fixed order.
      await sql`select from space where id in (${place.spaceId}, ${target.spaceId}) order by id for no key update`.execute(transaction);
      for (const ids of chunks(tree.folders)) await giveUpUnder(transaction, ids);
      if (!(await ledger.charge(transaction, target.spaceId, bytes))) throw new Failure('SPACE_NOT_ENOUGH');
      await sql`update space set used_bytes = used_bytes - ${bytes} where id = ${place.spaceId}`.execute(transaction);
      await setPlace(transaction, placing, item, landing.name);
      await ledger.finish(transaction);
      return place.instanceId;
    }),
  );

interface HeldTree {
  /** The item first. */
  ids: string[];
  folders: string[];
  /** Levels of folders, the item itself counted; 0 for a file. */
  height: number;
  /** What was deleted by itself, directly below something live. */
  deleted: string[];
}

/** Level by level: a folder is held before it is looked into, so nobody adds to it unseen. */
async function holdTree(transaction: Transaction<Tables>, itemId: string, isFile: boolean): Promise<HeldTree> {
  const tree: HeldTree = { ids: [itemId], folders: [], height: 0, deleted: [] };
  for (let level = isFile ? [] : [itemId]; level.length > 0;) {
    const next: string[] = [];
    for (const ids of chunks(level)) {
      await sql`select from instance where id = ${amongst(ids)} order by id for update`.execute(transaction);
      const { rows } = await sql<{ id: string; is_file: boolean; deleted: boolean }>`
        select id, is_file, deleted_at is not null as deleted from instance where parent_id = ${amongst(ids)}`.execute(transaction);
      for (const row of rows) {
        (row.deleted ? tree.deleted : tree.ids).push(row.id);
        if (!row.deleted && !row.is_file) next.push(row.id);
      }
    }
    tree.folders.push(...level);
    tree.height += 1;
    level = next;
  }
  return tree;
}

async function sumVersions(transaction: Transaction<Tables>, ids: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const some of chunks(ids)) {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::bigint as bytes from version where instance_id = ${amongst(some)}`.execute(transaction);
    bytes += rows[0]!.bytes;
  }
  return bytes;
}

async function endRights(transaction: Transaction<Tables>, ids: readonly string[], { caller }: Placing): Promise<void> {
  await endSharesOn(transaction, ids, { userId: caller.userId, name: caller.realName });
  await sql`delete from file_grant where instance_id in (select id from instance where id = ${amongst(ids)} and granted)`.execute(
    transaction,
  );
}

/** They come to lie where the tree was, and are restored to there. */
async function leaveDeleted(transaction: Transaction<Tables>, ids: readonly string[], parentId: string): Promise<void> {
  for (const some of chunks(ids)) {
    await transaction.updateTable('instance').set({ parent_id: parentId }).where('id', '=', amongst(some)).execute();
    await transaction.updateTable('recycle').set({ parent_id: parentId }).where('instance_id', '=', amongst(some)).execute();
  }
}

const amongst = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, n) => items.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce));
