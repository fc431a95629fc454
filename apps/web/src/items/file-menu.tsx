import {
  CircleCheck,
  Copy,
  Download,
  Eye,
  FolderInput,
  FolderOpen,
  KeyRound,
  MapPin,
  PanelRight,
  PencilLine,
  ShieldCheck,
  Star,
  StarOff,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { previewKindOf, type Instance, type PermissionItem, type TaskKind } from '@alcove/contract';
import { t } from '../i18n/index.ts';
import type { MenuEntry } from '../ui/data-table/index.ts';
import { levelsToAskFor } from '../features/access-requests/access-request-queries.ts';
import { foldersRefused, isFolder, mayDownloadFolders } from '../features/transfer/start/start-download.ts';

export interface FileDoings {
  open(item: Instance): void;
  preview(item: Instance): void;
  download(items: Instance[]): void;
  share(items: Instance[]): void;
  /** Stars them, or takes the star off where all have one. */
  collect(items: Instance[]): void;
  place(kind: TaskKind, items: Instance[]): void;
  rename(item: Instance): void;
  details(item: Instance): void;
  remove(items: Instance[]): void;
  /** Absent where nobody has permissions of their own. */
  permissions?(item: Instance): void;
  askAccess(item: Instance): void;
  /** Where the list gathers files of many folders: opens the one around it. */
  locate?(item: Instance): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export const may = (item: Pick<Instance, 'fileAuth'>, what: PermissionItem): boolean => item.fileAuth.includes(what);

/** Why something is not possible for these items now, or undefined. */
export function refusal(items: readonly Instance[], what: PermissionItem, offline: boolean): string | undefined {
  if (offline) return t('files.offlineReason');
  const without = items.filter((item) => !may(item, what)).length;
  if (without === 0) return undefined;
  return items.length === 1 ? t('files.notPermitted') : t('files.someNotPermitted', { n: without });
}
export const downloadRefusal = (items: readonly Instance[], offline: boolean): string | undefined =>
  !mayDownloadFolders() && items.some(isFolder) ? foldersRefused() : refusal(items, 'download', offline);

/** Who may copy may share; what was itself shared with one is not to be passed on. */
export const shareRefusal = (items: readonly Instance[], offline: boolean): string | undefined =>
  items.some((item) => item.fileSharingId !== undefined) ? t('sharing.notToPassOn') : refusal(items, 'copy', offline);

/** Taking one's own star off asks for no right. */
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

/** Where there is no checkbox, as on phones. */
export const selectEntry = (onClick: () => void): MenuEntry => ({
  id: 'select',
  label: t('files.selectThis'),
  icon: <CircleCheck {...icon} />,
  onClick,
});

/* What the row menus of all lists of files have in common. */
export const downloadEntry = (items: readonly Instance[], offline: boolean, onClick: () => void): MenuEntry => ({
  id: 'download',
  label: t('files.download'),
  icon: <Download {...icon} />,
  quick: true,
  refused: downloadRefusal(items, offline),
  onClick,
});

export function collectEntry(items: readonly Instance[], offline: boolean, onClick: () => void): MenuEntry {
  const starred = items.every(({ collected }) => collected);
  return {
    id: 'collect',
    label: starred ? t('favourites.remove') : t('favourites.add'),
    icon: starred ? <StarOff {...icon} /> : <Star {...icon} />,
    keys: 'S',
    quick: true,
    refused: collectRefusal(items, offline),
    onClick,
  };
}

export const removeEntry = (items: readonly Instance[], offline: boolean, onClick: () => void): MenuEntry => ({
  id: 'remove',
  label: t('files.remove'),
  icon: <Trash2 {...icon} />,
  keys: 'Del',
  danger: true,
  divided: true,
  refused: refusal(items, 'delete', offline),
  onClick,
});

/** The row menu. With several selected it is about all of them, and what is for one alone is left out. */
export function fileEntries(items: readonly Instance[], offline: boolean, doings: FileDoings): MenuEntry[] {
  const [item] = items;
  if (!item) return [];
  const one = items.length === 1;
  const folder = item.classifierId === 'Folder';
  const all = [...items];
  const entries: MenuEntry[] = [];
  if (one && folder)
    entries.push({ id: 'open', label: t('files.open'), icon: <FolderOpen {...icon} />, keys: 'Enter', onClick: () => doings.open(item) });
  if (one && !folder && previewKindOf(item.instanceName)) {
    entries.push({
      id: 'preview',
      label: t('files.preview'),
      icon: <Eye {...icon} />,
      keys: 'Enter',
      refused: refusal(items, 'preview', offline),
      onClick: () => doings.preview(item),
    });
  }
  entries.push(downloadEntry(items, offline, () => doings.download(all)));
  const { locate } = doings;
  if (one && locate)
    entries.push({
      id: 'locate',
      label: t('files.openLocation'),
      icon: <MapPin {...icon} />,
      quick: true,
      refused: item.parentId === null ? t('search.noPlace') : undefined,
      onClick: () => locate(item),
    });
  entries.push({
    id: 'share',
    label: t('sharing.share'),
    icon: <UserPlus {...icon} />,
    quick: true,
    refused: shareRefusal(items, offline),
    onClick: () => doings.share(all),
  });
  entries.push(collectEntry(items, offline, () => doings.collect(all)));
  entries.push({
    id: 'move',
    label: t('moving.moveTo'),
    icon: <FolderInput {...icon} />,
    keys: 'Ctrl X',
    refused: refusal(items, 'move', offline),
    onClick: () => doings.place('move', all),
  });
  entries.push({
    id: 'copy',
    label: t('moving.copyTo'),
    icon: <Copy {...icon} />,
    keys: 'Ctrl C',
    refused: refusal(items, 'copy', offline),
    onClick: () => doings.place('copy', all),
  });
  if (one) {
    entries.push({
      id: 'rename',
      label: t('files.rename'),
      icon: <PencilLine {...icon} />,
      keys: 'F2',
      refused: refusal(items, 'rename', offline),
      onClick: () => doings.rename(item),
    });
    entries.push({
      id: 'details',
      label: t('files.details'),
      icon: <PanelRight {...icon} />,
      keys: 'I',
      onClick: () => doings.details(item),
    });
    const { permissions } = doings;
    if (permissions)
      entries.push({
        id: 'permissions',
        label: t('groups.permissions'),
        icon: <ShieldCheck {...icon} />,
        refused: refusal(items, 'personnelManagement', offline),
        onClick: () => permissions(item),
      });
  }
  if (one && levelsToAskFor(item).length > 0)
    entries.push({
      id: 'askAccess',
      label: t('access.askMoreEntry'),
      icon: <KeyRound {...icon} />,
      refused: offline ? t('files.offlineReason') : undefined,
      onClick: () => doings.askAccess(item),
    });
  entries.push(removeEntry(items, offline, () => doings.remove(all)));
  return entries;
}
