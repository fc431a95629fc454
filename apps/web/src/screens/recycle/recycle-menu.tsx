import { FolderInput, RotateCcw, Trash2 } from 'lucide-react';
import type { RecycledItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';

export interface RecycleActions {
  restore(items: readonly RecycledItem[]): void;
  restoreTo(items: readonly RecycledItem[]): void;
  remove(items: readonly RecycledItem[]): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Why these items may not be deleted forever, or undefined. */
export const removeRefusal = (items: readonly RecycledItem[]): string | undefined =>
  items.every((item) => item.removable) ? undefined : t('recycle.notYours');

/** Why these items may not be restored to one folder, or undefined. */
export const restoreToRefusal = (items: readonly RecycledItem[]): string | undefined =>
  new Set(items.map((item) => item.spaceRootId)).size > 1 ? t('recycle.severalSpaces') : undefined;

/** The row menu. With several selected it acts on all of them. */
export function recycleEntries(items: readonly RecycledItem[], offline: boolean, actions: RecycleActions): MenuEntry[] {
  const refused = offline ? t('files.offlineReason') : undefined;
  const gone = items.length === 1 && items[0]?.originalPath === null ? t('recycle.useMove') : undefined;
  return [
    {
      id: 'restore',
      label: t('recycle.restore'),
      icon: <RotateCcw {...icon} />,
      quick: true,
      refused: refused ?? gone,
      onClick: () => actions.restore(items),
    },
    {
      id: 'restoreTo',
      label: t('recycle.restoreTo'),
      icon: <FolderInput {...icon} />,
      quick: true,
      refused: refused ?? restoreToRefusal(items),
      onClick: () => actions.restoreTo(items),
    },
    {
      id: 'remove',
      label: t('recycle.remove'),
      icon: <Trash2 {...icon} />,
      keys: 'Del',
      danger: true,
      divided: true,
      refused: refused ?? removeRefusal(items),
      onClick: () => actions.remove(items),
    },
  ];
}
