/**
 * Groups whose time of grace is over go for good, in small steps, each a transaction of its own that may be cut short and done
 * again: hidden first, then uploads, files, folders, and at last the group itself, when the leader has their room back.
 */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { allotQuota, removeSpace } from '../spaces/index.ts';
import { lockContents, releaseContent } from '../contents/index.ts';
import { giveUpIn } from '../upload/index.ts';
import { holdRooms } from './group-queries.ts';
import { peopleOf } from './member-queries.ts';

/** Rows that one step removes: it holds their locks no longer than a blink. */
const stepRows = 500;
/** Groups that are worked on in one round. */
const mostGroups = 20;

/** One step for each group that is due; answers how many did something, so 0 when all is done or only waited for. */
export async function removeDissolved(database: Kysely<Tables>, rows = stepRows): Promise<number> {
  const due = await database
    .selectFrom('group_space')
    .select(['space_id', 'removing_at'])
    .where('dissolves_at', '<=', sql<Date>`now()`)
    .orderBy('dissolves_at')
    .limit(mostGroups)
    .execute();
  let done = 0;
  for (const { space_id: groupId, removing_at: removing } of due) {
    if (removing ? await removeSome(database, groupId, rows) : await hide(database, groupId)) done += 1;
  }
  return done;
}

/** From here on nobody sees it and nothing brings it back. False when it was cancelled at the last moment. */
async function hide(database: Kysely<Tables>, groupId: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const people = await peopleOf(transaction, groupId);
    const { numAffectedRows } = await sql`
      update group_space set removing_at = now() where space_id = ${groupId} and dissolves_at <= now() and removing_at is null`.execute(
      transaction,
    );
    if (numAffectedRows === 0n) return false;
    await sql`update instance set deleted_at = now() where id = ${groupId}`.execute(transaction);
    await publish(transaction, [{ to: [...people], event: 'spacesChanged' }]);
    return true;
  });
}

async function removeSome(database: Kysely<Tables>, groupId: string, rows: number): Promise<boolean> {
  if ((await giveUpIn(database, groupId, null)) > 0) return true;
  if (await removeInstances(database, groupId, rows)) return true;
  return finish(database, groupId);
}

/** False while another process works on this group, or has just finished it. */
async function take(transaction: Transaction<Tables>, groupId: string): Promise<boolean> {
  const { rows } = await sql`select from group_space where space_id = ${groupId} for update skip locked`.execute(transaction);
  return rows.length > 0;
}

/** Files first, found by their index, then what is left, the deepest before what holds it. False when only the top folder is left. */
async function removeInstances(database: Kysely<Tables>, groupId: string, rows: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await take(transaction, groupId))) return false;
    const { rows: files } = await sql<{ id: string }>`
      select id from instance where space_id = ${groupId} and deleted_at is null and is_file limit ${rows}`.execute(transaction);
    const { rows: found } =
      files.length > 0
        ? { rows: files }
        : await sql<{ id: string }>`
            with recursive under as (
              select id, 0 as depth from instance where parent_id = ${groupId}
              union all
              select c.id, under.depth + 1 from under cross join ${children('under.id', 'all')} c
            ) select id from under order by depth desc limit ${rows}`.execute(transaction);
    if (found.length === 0) return false;
    const ids = found.map(({ id }) => id);
    const { rows: held } = await sql`select from upload where parent_id = any(${ids}::uuid[]) and state <> 'saved' limit 1`.execute(
      transaction,
    );
    if (held.length > 0) return false; // their objects are collected first, then their folders can go
    await removeRows(transaction, ids);
    return true;
  });
}

async function removeRows(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const among = sql`any(${ids}::uuid[])`;
  await lockContents(transaction, ids);
  await sql`delete from recycle where parent_id = ${among}`.execute(transaction);
  await sql`delete from upload where instance_id = ${among} or (parent_id = ${among} and state = 'saved')`.execute(transaction);
  await sql`delete from instant_ticket where instance_id = ${among} or parent_id = ${among}`.execute(transaction);
  const { rows } = await sql<{ blob_id: string }>`
    select blob_id from version where instance_id = ${among} union select blob_id from instance where id = ${among} and blob_id is not null`.execute(
    transaction,
  );
  await sql`delete from instance where id = ${among}`.execute(transaction);
  await releaseContent(
    transaction,
    rows.map((row) => row.blob_id),
  );
}

/** The room goes back with the space that it was given to: once. False while an upload's object is still being collected. */
async function finish(database: Kysely<Tables>, groupId: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await take(transaction, groupId))) return false;
    const space = await transaction.selectFrom('space').select(['owner_id', 'quota_bytes']).where('id', '=', groupId).executeTakeFirst();
    if (!space?.owner_id) return false;
    await holdRooms(transaction, groupId, [space.owner_id]);
    const { rows: left } = await sql`
      select from upload where space_id = ${groupId} and state <> 'saved' union all select from instance where parent_id = ${groupId} limit 1`.execute(
      transaction,
    );
    if (left.length > 0) return false;
    await allotQuota(transaction, space.owner_id, -(space.quota_bytes ?? 0));
    await sql`delete from upload where space_id = ${groupId}`.execute(transaction);
    await sql`delete from recycle where space_id = ${groupId}`.execute(transaction);
    await sql`delete from group_space where space_id = ${groupId}`.execute(transaction);
    await removeSpace(transaction, groupId);
    await publish(transaction, [{ to: [space.owner_id], event: 'capacityChanged' }]);
    return true;
  });
}
