/** The door: content on its way out. */
import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { downloadLink } from './download.ts';
import type { DownloadDeps } from './download.ts';
import { folderDownload } from './folder-download.ts';

export { grantOf, openFile } from './download.ts';
export type { DownloadDeps, OpenedFile } from './download.ts';
export { archiveRoute } from './send-archive.ts';
export { layOut, zipBytes } from './zip/zip-stream.ts';
export { claimOf, standingLinks } from './standing-links.ts';
export { removeEndedTickets } from './selection-queries.ts';
export { undoObfuscation } from './undo-obfuscation.ts';

export const downloadRoutes = (deps: DownloadDeps): Binding[] => [
  answer(calls.download.download, (input, context) => downloadLink(deps, input, context)),
  answer(calls.download.folderDownload, (input, context) => folderDownload(deps, input, context)),
];
