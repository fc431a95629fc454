import { calls } from '@alcove/contract';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import type { TagDeps } from './set-tags.ts';
import { putTag, takeTag } from './set-tags.ts';
import { suggestTags } from './suggest-tags.ts';

export const routes = (deps: TagDeps): Binding[] => [
  answerAuthorised(deps.database, calls.tag.tag, (input, context) => putTag(deps, input, context)),
  answerAuthorised(deps.database, calls.tag.untag, (input, context) => takeTag(deps, input, context)),
  answerAuthorised(deps.database, calls.tag.suggest, (_input, context) => suggestTags(deps.database, context)),
];
