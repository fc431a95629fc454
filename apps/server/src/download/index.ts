/** The door: content on its way out, for keeping and for looking at. */
import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { downloadLink, previewLink } from './download.ts';
import type { DownloadDeps } from './download.ts';
import { folderDownload } from './folder-download.ts';

export { archiveRoute } from './send-archive.ts';
export { standingLinks } from './standing-links.ts';
export { removeEndedTickets } from './selection-queries.ts';
export { undoObfuscation } from './undo-obfuscation.ts';

export const downloadRoutes = (deps: DownloadDeps): Binding[] => [
  answer(calls.download.download, (input, context) => downloadLink(deps, input, context)),
  answer(calls.download.preview, (input, context) => previewLink(deps, input, context)),
  answer(calls.download.folderDownload, (input, context) => folderDownload(deps, input, context)),
];
