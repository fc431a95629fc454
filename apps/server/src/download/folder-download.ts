import { randomBytes } from 'node:crypto';
import { failureText, limits } from '@alcove/contract';
import type { FolderDownload, RequestOf, calls } from '@alcove/contract';
import { makerOf } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { archiveName } from './archive-texts.ts';
import type { DownloadDeps } from './download.ts';
import { gatherArchive } from './gather-archive.ts';
import { insertTicket } from './selection-queries.ts';
import { layOut } from './zip/zip-stream.ts';

/** The address of an archive, followed by its ticket. */
export const archivePath = '/disk/api/instance/folderDownload/';

export const visitorsArchivePath = '/disk/api/link/folderDownload/';

/** How many files and skipped files the answer lists. The archive contains all of them. */
const listed = limits.downloadItems;

/** Lists what a selection contains and issues a ticket for one ZIP of it. Throws what `gatherArchive` throws. */
export async function folderDownload(
  deps: DownloadDeps,
  { instanceIds }: Pick<RequestOf<typeof calls.download.folderDownload>, 'instanceIds'>,
  { caller, language, origin }: UserContext,
): Promise<FolderDownload> {
  const moment = deps.now();
  const { archive, folderName } = await gatherArchive(deps, caller, { instanceIds, language, moment });
  const [ticketId, fileName] = [randomBytes(24).toString('base64url'), archiveName(folderName, language, moment)];
  await insertTicket(deps.database, ticketId, makerOf(caller), { instanceIds, fileName, language });
  const files: FolderDownload['files'] = [];
  for (const { instanceId, path, size, content } of archive.entries) {
    if (files.length === listed) break;
    if (instanceId !== null && content !== null) files.push({ instanceId, path, fileSize: size });
  }
  return {
    url: `${origin}${caller.visitor ? visitorsArchivePath : archivePath}${ticketId}`,
    fileName,
    fileSize: layOut(archive.entries).size,
    files,
    fileCount: archive.files,
    folders: archive.folders,
    skipped: archive.skipped.slice(0, listed).map(({ path, reason }) => ({ path, reason: failureText(reason, language) })),
  };
}
