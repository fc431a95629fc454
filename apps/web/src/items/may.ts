import type { Instance, PermissionItem } from '@alcove/contract';
import { t } from '../i18n/index.ts';
import { foldersRefused, isFolder, mayDownloadFolders } from './folder-download.ts';

export const may = (item: Pick<Instance, 'fileAuth'>, what: PermissionItem): boolean => item.fileAuth.includes(what);

/** Why an action is unavailable for these items, or undefined. */
export function refusal(items: readonly Instance[], what: PermissionItem, offline: boolean): string | undefined {
  if (offline) return t('files.offlineReason');
  const without = items.filter((item) => !may(item, what)).length;
  if (without === 0) return undefined;
  return items.length === 1 ? t('files.notPermitted') : t('files.someNotPermitted', { n: without });
}
export const downloadRefusal = (items: readonly Instance[], offline: boolean): string | undefined =>
  !mayDownloadFolders() && items.some(isFolder) ? foldersRefused() : refusal(items, 'download', offline);

/** Sharing needs the right to copy; items received through a share cannot be shared again. */
export const shareRefusal = (items: readonly Instance[], offline: boolean): string | undefined =>
  items.some((item) => item.fileSharingId !== undefined) ? t('sharing.notToPassOn') : refusal(items, 'copy', offline);

/**
 * Why these items cannot get an external link, or undefined: a link opens one item. Whoever lacks the right may open the dialog all the same: it
 * names the ways that are left.
 */
export function linkRefusal(items: readonly Instance[], offline: boolean): string | undefined {
  if (offline) return t('files.offlineReason');
  if (items.length > 1) return t('links.oneItem');
  return items[0]?.sensitivity === 'high' ? t('links.sensitive') : undefined;
}

/** Removing a star needs no right. */
export const collectRefusal = (items: readonly Instance[], offline: boolean): string | undefined =>
  items.every(({ collected }) => collected)
    ? offline
      ? t('files.offlineReason')
      : undefined
    : refusal(
        items.filter(({ collected }) => !collected),
        'collect',
        offline,
      );
