import type { Instance } from '@alcove/contract';
import { allowed } from '../api/current-user.ts';
import { clientOffered } from '../api/desktop-client.ts';
import { t } from '../i18n/index.ts';

/** Why the browser cannot download folders. It names the desktop app only where one is available. */
export const foldersRefused = (): string => t(clientOffered() ? 'files.folderDownloadUseClient' : 'files.folderDownload');

export const isFolder = (item: Instance): boolean => item.classifierId === 'Folder';
/** By default the browser downloads no folders (specification 1 section 5); an administrator can allow it. */
export const mayDownloadFolders = (): boolean => allowed().folderDownload;
