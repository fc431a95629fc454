import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Comment, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface CommentRow {
  id: string;
  author_id: string;
  author_name: string;
  text: string;
  created_at: Date;
}

/** The latest comments, or those before one of the item's comments, newest first. */
export async function findComments(
  database: Kysely<Tables>,
  instanceId: InstanceId,
  { before, most }: { before: string | null; most: number },
): Promise<CommentRow[]> {
  const older =
    before === null
      ? sql`true`
      : sql`(c.created_at, c.id) < (select b.created_at, b.id from comment b where b.id = ${before} and b.instance_id = ${instanceId})`;
  const { rows } = await sql<CommentRow>`
    select c.id, c.author_id, u.real_name as author_name, c.text, c.created_at from comment c join user_account u on u.id = c.author_id
    where c.instance_id = ${instanceId} and ${older} order by c.created_at desc, c.id desc limit ${most}`.execute(database);
  return rows;
}

export async function findComment(database: Kysely<Tables>, instanceId: InstanceId, commentId: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select c.id, c.author_id, u.real_name as author_name, c.text, c.created_at from comment c join user_account u on u.id = c.author_id
    where c.id = ${commentId} and c.instance_id = ${instanceId}`.execute(database);
  return rows[0];
}

/** The comment's author. The comment cannot be removed by anyone else until the transaction ends. */
export async function lockComment(
  transaction: Transaction<Tables>,
  instanceId: InstanceId,
  commentId: string,
): Promise<{ author_id: string } | undefined> {
  return transaction
    .selectFrom('comment')
    .select('author_id')
    .where('id', '=', commentId)
    .where('instance_id', '=', instanceId)
    .forUpdate()
    .executeTakeFirst();
}

export async function countComments(database: Kysely<Tables>, instanceId: InstanceId): Promise<number> {
  const { total } = await database
    .selectFrom('comment')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('instance_id', '=', instanceId)
    .executeTakeFirstOrThrow();
  return total;
}

/** False if there already is a comment with that id. */
export async function insertComment(
  transaction: Transaction<Tables>,
  comment: { id: string; instance_id: InstanceId; author_id: string; text: string },
): Promise<boolean> {
  const row = await transaction
    .insertInto('comment')
    .values(comment)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest commenters first. */
export async function findCommenters(database: Kysely<Tables>, instanceId: InstanceId, most: number): Promise<string[]> {
  const { rows } = await sql<{ author_id: string }>`
    select author_id from comment where instance_id = ${instanceId} group by author_id order by max(created_at) desc limit ${most}`.execute(
    database,
  );
  return rows.map((row) => row.author_id);
}

export const presentComment = (row: CommentRow, caller: { userId: string; manages: boolean }): Comment => ({
  commentId: row.id,
  author: { userId: row.author_id, name: row.author_name },
  text: row.text,
  createTime: row.created_at.toISOString(),
  removable: caller.manages || row.author_id === caller.userId,
});

export async function deleteComment(transaction: Transaction<Tables>, commentId: string): Promise<void> {
  await transaction.deleteFrom('comment').where('id', '=', commentId).execute();
}
