import type { Instance } from '@alcove/contract';
import { allowed } from '../api/current-user.ts';
import { clientOffered } from '../api/desktop-client.ts';
import { t } from '../i18n/index.ts';

/** Why a folder does not come through the browser; the client is named only where it can be got. */
export const foldersRefused = (): string => t(clientOffered() ? 'files.folderDownloadUseClient' : 'files.folderDownload');

export const isFolder = (item: Instance): boolean => item.classifierId === 'Folder';
/** The specification refuses folders in the browser (1 section 5) unless the company has switched them on. */
export const mayDownloadFolders = (): boolean => allowed().folderDownload;
