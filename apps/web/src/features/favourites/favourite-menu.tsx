import { Download, Eye, FolderOpen, MapPin, StarOff } from 'lucide-react';
import { previewKindOf, type Favourite } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { downloadRefusal, refusal } from '../files/file-menu.tsx';

export interface FavouriteDoings {
  open(one: Favourite): void;
  locate(one: Favourite): void;
  download(several: Favourite[]): void;
  remove(several: Favourite[]): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The row menu. With several selected it is about all of them, and what is for one alone is left out. */
export function favouriteEntries(several: readonly Favourite[], offline: boolean, doings: FavouriteDoings): MenuEntry[] {
  const [one] = several;
  if (!one) return [];
  const items = several.map(({ instance }) => instance);
  const alone = several.length === 1;
  const folder = one.instance.classifierId === 'Folder';
  return [
    ...(alone && (folder || previewKindOf(one.instance.instanceName))
      ? [
          {
            id: 'open',
            label: folder ? t('files.open') : t('files.preview'),
            icon: folder ? <FolderOpen {...icon} /> : <Eye {...icon} />,
            keys: 'Enter',
            refused: folder ? undefined : refusal(items, 'preview', offline),
            onClick: () => doings.open(one),
          },
        ]
      : []),
    {
      id: 'download',
      label: t('files.download'),
      icon: <Download {...icon} />,
      quick: true,
      refused: downloadRefusal(items, offline),
      onClick: () => doings.download([...several]),
    },
    ...(alone
      ? [{ id: 'locate', label: t('favourites.openLocation'), icon: <MapPin {...icon} />, quick: true, onClick: () => doings.locate(one) }]
      : []),
    {
      id: 'uncollect',
      label: t('favourites.remove'),
      icon: <StarOff {...icon} />,
      keys: 'S',
      quick: true,
      divided: true,
      refused: offline ? t('files.offlineReason') : undefined,
      onClick: () => doings.remove([...several]),
    },
  ];
}
