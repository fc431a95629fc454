import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Comments, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { countComments, findComments, presentComment } from './comment-queries.ts';

/** What is said of a content tells of it: who may look at that may read this, and nobody else. */
export async function listComments(
  database: Kysely<Tables>,
  { instanceId, before }: RequestOf<typeof calls.comment.list>,
  { caller, items }: AuthorisedContext,
): Promise<Comments> {
  const reader = { userId: caller.userId, manages: items.includes('personnelManagement') };
  const rows = await findComments(database, instanceId, { before: before ?? null, most: limits.commentsPerPage });
  return { total: await countComments(database, instanceId), items: rows.reverse().map((row) => presentComment(row, reader)) };
}
