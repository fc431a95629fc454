import { Eye, FolderOpen, LogOut, Undo2, Users } from 'lucide-react';
import { previewKindOf, type ShareItem, type ShareSide } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface ShareActions {
  open(share: ShareItem): void;
  change(share: ShareItem): void;
  end(shares: ShareItem[]): void;
}

/** Why the reader cannot leave these shares, or undefined. */
export const leaveRefusal = (shares: readonly ShareItem[]): string | undefined => {
  const name = shares.find(({ through }) => through !== null)?.through;
  return name ? t('sharing.throughDepartment', { name }) : undefined;
};

/** The row menu; with several selected it leaves out single-item entries. */
export function shareEntries(shares: readonly ShareItem[], side: ShareSide, offline: boolean, actions: ShareActions): MenuEntry[] {
  const [share] = shares;
  if (!share) return [];
  const one = shares.length === 1;
  const folder = share.instance.classifierId === 'Folder';
  const refused = offline ? t('files.offlineReason') : undefined;
  const entries: MenuEntry[] = [];
  if (one && (folder || previewKindOf(share.instance.instanceName)))
    entries.push({
      id: 'open',
      label: folder ? t('sharing.open') : t('sharing.preview'),
      icon: folder ? <FolderOpen {...icon} /> : <Eye {...icon} />,
      keys: 'Enter',
      onClick: () => actions.open(share),
    });
  if (one && (side === 'initiated' || share.role === 'manager'))
    entries.push({
      id: 'change',
      label: side === 'initiated' ? t('sharing.change') : t('sharing.manage'),
      icon: <Users {...icon} />,
      quick: true,
      refused,
      onClick: () => actions.change(share),
    });
  const leaving = side === 'received';
  entries.push({
    id: 'end',
    label: leaving ? t('sharing.leave') : t('sharing.withdraw'),
    icon: leaving ? <LogOut {...icon} /> : <Undo2 {...icon} />,
    keys: 'Del',
    danger: true,
    divided: entries.length > 0,
    quick: true,
    refused: refused ?? (leaving ? leaveRefusal(shares) : undefined),
    onClick: () => actions.end([...shares]),
  });
  return entries;
}
