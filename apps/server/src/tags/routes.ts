import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { TagDeps } from './set-tags.ts';
import { putTag, takeTag } from './set-tags.ts';
import { suggestTags } from './suggest-tags.ts';

export const routes = (deps: TagDeps): Binding[] => [
  answer(calls.tag.tag, (input, context) => putTag(deps, input, context)),
  answer(calls.tag.untag, (input, context) => takeTag(deps, input, context)),
  answer(calls.tag.suggest, (input, context) => suggestTags(deps.database, input, context)),
];
