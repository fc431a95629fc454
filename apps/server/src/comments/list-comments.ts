import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Comments, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { countComments, findComments, presentComment } from './comment-queries.ts';

/** A comment tells about the content, so only those who may preview the content may read it. */
export async function listComments(
  database: Kysely<Tables>,
  { instanceId, before }: RequestOf<typeof calls.comment.list>,
  { caller, items }: AuthorisedContext,
): Promise<Comments> {
  const reader = { userId: caller.userId, manages: items.includes('personnelManagement') };
  const rows = await findComments(database, instanceId, { before: before ?? null, most: limits.commentsPerPage });
  return { total: await countComments(database, instanceId), items: rows.reverse().map((row) => presentComment(row, reader)) };
}
