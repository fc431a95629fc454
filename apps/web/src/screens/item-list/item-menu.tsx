import { Copy, Eye, FolderInput, FolderOpen, KeyRound, Link2, MapPin, PanelRight, PencilLine, ShieldCheck, UserPlus } from 'lucide-react';
import { previewKindOf, type Instance, type PlacingKind } from '@alcove/contract';
import { levelsToAskFor } from '../../features/access-requests/access-request-queries.ts';
import { openLinksOf } from '../../features/links/link-dialogs.ts';
import { t } from '../../i18n/index.ts';
import { linkRefusal, refusal, shareRefusal } from '../../items/may.ts';
import { collectEntry, downloadEntry, removeEntry } from '../../items/menu-entries.tsx';
import type { MenuEntry } from '../../ui/data-table/index.ts';

export interface ItemActions {
  open(item: Instance): void;
  preview(item: Instance): void;
  download(items: Instance[]): void;
  share(items: Instance[]): void;
  /** Stars the items, or unstars them if all are starred. */
  collect(items: Instance[]): void;
  place(kind: PlacingKind, items: Instance[]): void;
  rename(item: Instance): void;
  details(item: Instance): void;
  remove(items: Instance[]): void;
  /** Missing where items have no permissions of their own. */
  permissions?(item: Instance): void;
  askAccess(item: Instance): void;
  /** For lists with items from many folders: opens the item's folder. */
  locate?(item: Instance): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The row menu. With several selected it acts on all of them and leaves out single-item entries. */
export function itemEntries(items: readonly Instance[], offline: boolean, actions: ItemActions): MenuEntry[] {
  const [item] = items;
  if (!item) return [];
  const one = items.length === 1;
  const folder = item.classifierId === 'Folder';
  const all = [...items];
  const entries: MenuEntry[] = [];
  if (one && folder)
    entries.push({ id: 'open', label: t('files.open'), icon: <FolderOpen {...icon} />, keys: 'Enter', onClick: () => actions.open(item) });
  if (one && !folder && previewKindOf(item.instanceName)) {
    entries.push({
      id: 'preview',
      label: t('files.preview'),
      icon: <Eye {...icon} />,
      keys: 'Enter',
      refused: refusal(items, 'preview', offline),
      onClick: () => actions.preview(item),
    });
  }
  entries.push(downloadEntry(items, offline, () => actions.download(all)));
  const { locate } = actions;
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
    onClick: () => actions.share(all),
  });
  entries.push({
    id: 'link',
    label: t('links.entry'),
    icon: <Link2 {...icon} />,
    refused: linkRefusal(items, offline),
    onClick: () => openLinksOf(item),
  });
  entries.push(collectEntry(items, offline, () => actions.collect(all)));
  entries.push({
    id: 'move',
    label: t('moveCopy.moveTo'),
    icon: <FolderInput {...icon} />,
    keys: 'Ctrl X',
    refused: refusal(items, 'move', offline),
    onClick: () => actions.place('move', all),
  });
  entries.push({
    id: 'copy',
    label: t('moveCopy.copyTo'),
    icon: <Copy {...icon} />,
    keys: 'Ctrl C',
    refused: refusal(items, 'copy', offline),
    onClick: () => actions.place('copy', all),
  });
  if (one) {
    entries.push({
      id: 'rename',
      label: t('files.rename'),
      icon: <PencilLine {...icon} />,
      keys: 'F2',
      refused: refusal(items, 'rename', offline),
      onClick: () => actions.rename(item),
    });
    entries.push({
      id: 'details',
      label: t('files.details'),
      icon: <PanelRight {...icon} />,
      keys: 'I',
      onClick: () => actions.details(item),
    });
    const { permissions } = actions;
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
      label: t('accessRequests.askMoreEntry'),
      icon: <KeyRound {...icon} />,
      refused: offline ? t('files.offlineReason') : undefined,
      onClick: () => actions.askAccess(item),
    });
  entries.push(removeEntry(items, offline, () => actions.remove(all)));
  return entries;
}
