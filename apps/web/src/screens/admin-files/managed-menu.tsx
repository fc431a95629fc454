import { Download, Eye, Link2Off, ShieldAlert, Trash2, UserRound, UsersRound } from 'lucide-react';
import type { AdminItem, ManagedFile } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';

type Files = readonly ManagedFile[];
export interface ManagedActions {
  look(item: ManagedFile): void;
  download(item: ManagedFile): void;
  ownedBy(item: ManagedFile): void;
  level(items: Files): void;
  endShares(items: Files): void;
  endLinks(items: Files): void;
  remove(items: Files): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The row menu. With several selected it acts on all of them; content is opened of one at a time. */
export function managedEntries(
  row: ManagedFile,
  items: Files,
  { held, offline }: { held: readonly AdminItem[]; offline: boolean },
  actions: ManagedActions,
): MenuEntry[] {
  const refused = offline ? t('files.offlineReason') : undefined;
  const several = items.length > 1 ? t('adminFiles.oneAtATime') : undefined;
  const folder = row.classifierId === 'Folder' ? t('adminFiles.noFolders') : undefined;
  const entries: (MenuEntry & { needs: AdminItem })[] = [
    {
      id: 'look',
      needs: 'files.look',
      label: t('adminFiles.look'),
      icon: <Eye {...icon} />,
      keys: 'Enter',
      quick: true,
      refused: refused ?? several,
      onClick: () => actions.look(row),
    },
    {
      id: 'download',
      needs: 'files.download',
      label: t('adminFiles.download'),
      icon: <Download {...icon} />,
      quick: true,
      refused: refused ?? several ?? folder,
      onClick: () => actions.download(row),
    },
    {
      id: 'owner',
      needs: 'files.view',
      label: t('adminFiles.onlyOwner', { name: row.owner.name }),
      icon: <UserRound {...icon} />,
      divided: true,
      onClick: () => actions.ownedBy(row),
    },
    {
      id: 'level',
      needs: 'files.sensitivity',
      label: t('adminFiles.setLevel'),
      icon: <ShieldAlert {...icon} />,
      divided: true,
      refused,
      onClick: () => actions.level(items),
    },
    {
      id: 'endShares',
      needs: 'files.endSharing',
      label: t('adminFiles.endShares'),
      icon: <UsersRound {...icon} />,
      refused: refused ?? (items.some(({ sharedWith }) => sharedWith > 0) ? undefined : t('adminFiles.noShares')),
      onClick: () => actions.endShares(items),
    },
    {
      id: 'endLinks',
      needs: 'files.endSharing',
      label: t('adminFiles.endLinks'),
      icon: <Link2Off {...icon} />,
      refused: refused ?? (items.some(({ links }) => links > 0) ? undefined : t('adminFiles.noLinks')),
      onClick: () => actions.endLinks(items),
    },
    {
      id: 'remove',
      needs: 'files.remove',
      label: t('adminFiles.remove'),
      icon: <Trash2 {...icon} />,
      keys: 'Del',
      danger: true,
      divided: true,
      refused,
      onClick: () => actions.remove(items),
    },
  ];
  return entries.filter(({ needs }) => held.includes(needs)).map(({ needs: _needs, ...entry }) => entry);
}
