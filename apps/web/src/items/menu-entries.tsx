import { CircleCheck, Download, Star, StarOff, Trash2 } from 'lucide-react';
import type { Instance } from '@alcove/contract';
import { t } from '../i18n/index.ts';
import type { MenuEntry } from '../ui/data-table/index.ts';
import { collectRefusal, downloadRefusal, refusal } from './may.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** For lists without checkboxes, as on phones. */
export const selectEntry = (onClick: () => void): MenuEntry => ({
  id: 'select',
  label: t('files.selectThis'),
  icon: <CircleCheck {...icon} />,
  onClick,
});

/* Entries shared by the row menus of all file lists. */
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
