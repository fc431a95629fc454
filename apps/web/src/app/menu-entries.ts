import { Building2, Files, Link2, Star, Trash2, User, Users, UsersRound } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { PlainKey } from '../i18n/index.ts';

export interface MenuEntry {
  path: string;
  label: PlainKey;
  Icon: LucideIcon;
  /** How much waits behind the entry; 0 shows nothing. */
  count?: number | undefined;
}

export interface MenuGroup {
  caption: PlainKey;
  captionShown: boolean;
  entries: readonly MenuEntry[];
}

/** The menu's three groups; the first one's caption is hidden. */
export const menuGroups: readonly MenuGroup[] = [
  {
    caption: 'shell.spaces',
    captionShown: false,
    entries: [
      { path: '/personalFile', label: 'shell.personalFile', Icon: User },
      { path: '/groupFile', label: 'shell.groupFile', Icon: Users },
      { path: '/departmentFile', label: 'shell.departmentFiles', Icon: Building2 },
    ],
  },
  {
    caption: 'shell.sharing',
    captionShown: true,
    entries: [
      { path: '/fileShare', label: 'shell.fileShare', Icon: UsersRound },
      { path: '/mySharing', label: 'shell.mySharing', Icon: Link2 },
      { path: '/myCollect', label: 'shell.myCollect', Icon: Star },
    ],
  },
  {
    caption: 'shell.others',
    captionShown: true,
    entries: [
      { path: '/personalTable', label: 'allFiles.title', Icon: Files },
      { path: '/recycleBin', label: 'shell.recycleBin', Icon: Trash2 },
    ],
  },
];
