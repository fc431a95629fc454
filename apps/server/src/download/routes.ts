import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { downloadLink } from './download.ts';
import type { DownloadDeps } from './download.ts';
import { folderDownload } from './folder-download.ts';

export const routes = (deps: DownloadDeps): Binding[] => [
  answerAuthorised(deps.database, calls.download.download, (input, context) => downloadLink(deps, input, context)),
  answer(calls.download.folderDownload, (input, context) => folderDownload(deps, input, context)),
];
