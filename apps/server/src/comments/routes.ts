import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { createComment } from './create-comment.ts';
import type { CommentDeps } from './deps.ts';
import { listComments } from './list-comments.ts';
import { removeComment } from './remove-comment.ts';

const { comment } = calls;

export const routes = (deps: CommentDeps): Binding[] => [
  answer(comment.list, (input, context) => listComments(deps.database, input, context)),
  answer(comment.create, (input, context) => createComment(deps, input, context)),
  answer(comment.remove, (input, context) => removeComment(deps, input, context)),
];
