import { Eye, FolderOpen, MapPin } from 'lucide-react';
import { previewKindOf, type Instance } from '@alcove/contract';
import { t } from '../i18n/index.ts';
import type { MenuEntry } from '../ui/data-table/index.ts';
import { refusal } from './may.ts';
import { collectEntry, downloadEntry, removeEntry } from './menu-entries.tsx';

export interface GatheredActions {
  open(item: Instance): void;
  locate(item: Instance): void;
  download(items: readonly Instance[]): void;
  /** Stars the items, or unstars them if all are starred. */
  collect(items: readonly Instance[]): void;
  /** Missing in the list of favorites, which deletes nothing. */
  remove?(items: readonly Instance[]): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The row menu of a list with items from many folders. With several selected it acts on all of them and leaves out single-item entries. */
export function gatheredEntries(items: readonly Instance[], offline: boolean, actions: GatheredActions): MenuEntry[] {
  const [item] = items;
  if (!item) return [];
  const alone = items.length === 1;
  const folder = item.classifierId === 'Folder';
  const entries: MenuEntry[] = [];
  if (alone && (folder || previewKindOf(item.instanceName)))
    entries.push({
      id: 'open',
      label: folder ? t('files.open') : t('files.preview'),
      icon: folder ? <FolderOpen {...icon} /> : <Eye {...icon} />,
      keys: 'Enter',
      refused: folder ? undefined : refusal(items, 'preview', offline),
      onClick: () => actions.open(item),
    });
  entries.push(downloadEntry(items, offline, () => actions.download(items)));
  if (alone)
    entries.push({
      id: 'locate',
      label: t('files.openLocation'),
      icon: <MapPin {...icon} />,
      quick: true,
      onClick: () => actions.locate(item),
    });
  const { remove } = actions;
  entries.push({ ...collectEntry(items, offline, () => actions.collect(items)), divided: !remove });
  if (remove) entries.push(removeEntry(items, offline, () => remove(items)));
  return entries;
}
