import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { readVisits } from '../links/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { thumbnails } from '../preview/index.ts';
import type { VisitDeps } from './deps.ts';
import { checkPassword, queryConfig, queryLoginAuth } from './gate.ts';
import { queryAttribute, queryInstancePage } from './show-content.ts';
import { copy, download, preview, queryFolderDownload } from './take.ts';

const { link } = calls;

export const routes = (deps: VisitDeps): Binding[] => [
  answer(link.queryConfig, (input, context) => queryConfig(deps, input, context)),
  answer(link.queryLoginAuth, (input, context) => queryLoginAuth(deps, input, context)),
  answer(link.checkPassword, (input, context) => checkPassword(deps, input, context)),
  answer(link.queryAttribute, (input, context) => queryAttribute(deps, input, context)),
  answer(link.queryInstancePage, (input, context) => queryInstancePage(deps, input, context)),
  // Opening the link has counted the visit already, so that no client can leave that out.
  answer(link.addViewCount, async (_, { caller }) => ({ visits: await readVisits(deps.database, caller.visitor?.linkId ?? '') })),
  answerAuthorised(deps.database, link.download, (input, context) => download(deps, input, context)),
  answerAuthorised(deps.database, link.preview, (input, context) => preview(deps, input, context)),
  answer(link.thumbnails, (input, context) => thumbnails(deps, input, context)),
  answer(link.queryFolderDownload, (input, context) => queryFolderDownload(deps, input, context)),
  answer(link.copy, (input, context) => copy(deps, input, context)),
];
