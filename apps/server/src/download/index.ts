/** The public API of downloads. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { claimOf, grantOf, openFile, standingLinks } from './download.ts';
export { folderDownload } from './folder-download.ts';
export { downloadLink } from './download.ts';
export type { DownloadDeps, OpenedFile } from './download.ts';
export { visitorsArchiveRoute } from './send-archive.ts';
export { archiveRoute } from './send-archive.ts';
export { layOut, zipBytes } from './zip/zip-stream.ts';
export { undoObfuscation } from './undo-obfuscation.ts';
