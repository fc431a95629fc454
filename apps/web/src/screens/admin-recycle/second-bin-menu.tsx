import { FolderInput, ListFilter, RotateCcw, Trash2, Undo2, UserRound } from 'lucide-react';
import type { AdminItem, SecondBinItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { commonPlaces } from './common-places.ts';

export interface SecondBinActions {
  restore(items: readonly SecondBinItem[]): void;
  restoreTo(items: readonly SecondBinItem[]): void;
  remove(items: readonly SecondBinItem[]): void;
  keep(items: readonly SecondBinItem[]): void;
  narrow(to: { spaceId: string } | { by: string }): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Why these items cannot be restored to one folder, or undefined. */
export function restoreToRefusal(items: readonly SecondBinItem[]): string | undefined {
  if (items.some(({ wholeGroup }) => wholeGroup)) return t('adminBin.groupAsWhole');
  if (commonPlaces(items).length > 0) return undefined;
  return items.length === 1 ? t('adminBin.spaceGone') : t('adminBin.severalSpaces');
}

/** The row menu. With several selected it acts on all of them. */
export function secondBinEntries(
  row: SecondBinItem,
  items: readonly SecondBinItem[],
  { held, offline }: { held: readonly AdminItem[]; offline: boolean },
  actions: SecondBinActions,
): MenuEntry[] {
  const refused = offline ? t('files.offlineReason') : undefined;
  // A space that is gone leaves nowhere to restore to.
  const gone = items.length === 1 && items[0]?.placeGone ? (restoreToRefusal(items) ?? t('adminBin.useRestoreTo')) : undefined;
  const entries: MenuEntry[] = [];
  if (held.includes('secondBin.restore'))
    entries.push(
      {
        id: 'restore',
        label: t('adminBin.restore'),
        icon: <RotateCcw {...icon} />,
        quick: true,
        refused: refused ?? gone,
        onClick: () => actions.restore(items),
      },
      {
        id: 'restoreTo',
        label: t('adminBin.restoreTo'),
        icon: <FolderInput {...icon} />,
        quick: true,
        refused: refused ?? restoreToRefusal(items),
        onClick: () => actions.restoreTo(items),
      },
    );
  entries.push(
    {
      id: 'space',
      label: t('adminBin.onlySpace'),
      icon: <ListFilter {...icon} />,
      divided: entries.length > 0,
      onClick: () => actions.narrow({ spaceId: row.spaceId }),
    },
    {
      id: 'person',
      label: t('adminBin.onlyPerson', { name: row.deletedBy.name }),
      icon: <UserRound {...icon} />,
      onClick: () => actions.narrow({ by: row.deletedBy.userId }),
    },
  );
  if (!held.includes('secondBin.remove')) return entries;
  if (items.some(({ removeTime }) => removeTime !== null))
    entries.push({
      id: 'keep',
      label: t('adminBin.keep'),
      icon: <Undo2 {...icon} />,
      divided: true,
      refused,
      onClick: () => actions.keep(items),
    });
  if (items.some(({ removeTime }) => removeTime === null))
    entries.push({
      id: 'remove',
      label: t('adminBin.remove'),
      icon: <Trash2 {...icon} />,
      keys: 'Del',
      danger: true,
      divided: true,
      refused,
      onClick: () => actions.remove(items),
    });
  return entries;
}
