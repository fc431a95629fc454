import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { downloadEntry, previewEntry } from './archive-entry.ts';
import { previewLink } from './preview.ts';
import type { PreviewDeps } from './preview.ts';
import { thumbnails } from './thumbnails.ts';

export const routes = (deps: PreviewDeps): Binding[] => [
  answerAuthorised(deps.database, calls.download.preview, (input, context) => previewLink(deps, input, context)),
  answerAuthorised(deps.database, calls.download.previewEntry, (input, context) => previewEntry(deps, input, context)),
  answerAuthorised(deps.database, calls.download.downloadEntry, (input, context) => downloadEntry(deps, input, context)),
  answer(calls.download.thumbnails, (input, context) => thumbnails(deps, input, context)),
];
