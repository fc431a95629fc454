import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import type { NoticePerson } from './notices.ts';
import { normalised } from './normalised.ts';

export interface Comment {
  commentId: string;
  author: NoticePerson;
  text: string;
  createTime: string;
  /** By the caller: their own, or any for who manages the item's people. */
  removable: boolean;
}

export interface Comments {
  /** Of the item, on all pages. */
  total: number;
  /** The newest of what was asked for, the oldest of them first. */
  items: Comment[];
}

const item = { instanceId: fields.id, fileSharingId: fields.id.optional() };

export const list = call<Comments>()({
  name: 'instance.comments',
  method: 'GET',
  path: '/disk/api/instance/comments',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'preview', of: 'instanceId' },
  request: z.strictObject({ ...item, before: fields.id.optional(), t: fields.timestamp }),
  summary: 'The latest thirty comments on an item, or those before one of them. Whoever may look at the content may read them.',
});

export const create = call<Comment>()({
  name: 'instance.comment',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/comment',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'comment', of: 'instanceId' },
  request: z.strictObject({
    ...item,
    /** Drawn by who sends it: sent twice, it is one comment. */
    commentId: fields.id.optional(),
    text: z
      .string()
      .max(2 * limits.commentLength)
      .transform((text) => normalised(text).trim())
      .refine((text) => text.length > 0 && [...text].length <= limits.commentLength),
  }),
  summary: 'Comments on an item.',
});

export const remove = call<null>()({
  name: 'instance.removeComment',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/removeComment',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'preview', of: 'instanceId' },
  request: z.strictObject({ ...item, commentId: fields.id }),
  summary: "Takes a comment away: one's own, or any for who manages the item's people.",
});
