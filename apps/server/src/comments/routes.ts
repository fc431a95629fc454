import { calls } from '@alcove/contract';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { createComment } from './create-comment.ts';
import type { CommentDeps } from './deps.ts';
import { listComments } from './list-comments.ts';
import { removeComment } from './remove-comment.ts';

const { comment } = calls;

export const routes = (deps: CommentDeps): Binding[] => [
  answerAuthorised(deps.database, comment.list, (input, context) => listComments(deps.database, input, context)),
  answerAuthorised(deps.database, comment.create, (input, context) => createComment(deps, input, context)),
  answerAuthorised(deps.database, comment.remove, (input, context) => removeComment(deps, input, context)),
];
