import {
  Archive,
  FileCheck2,
  Files,
  FileSignature,
  Globe,
  KeyRound,
  LayoutDashboard,
  ScanText,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import type { AdminItem } from '@alcove/contract';
import type { MenuEntry, MenuGroup } from '../menu-entries.ts';

/** A screen of the administration area, and the item that a person needs to see it. */
interface AdminEntry extends MenuEntry {
  item: AdminItem;
}

export const reviewsPath = '/admin/reviews';

/** Screens that no menu entry leads to, below those of the menu, with the item that each needs. */
export const innerScreens: readonly { path: string; item: AdminItem }[] = [
  { path: '/admin/people/import', item: 'people.import' },
  { path: '/admin/people/offboard', item: 'people.offboard' },
];

export const adminGroups: readonly (Omit<MenuGroup, 'entries'> & { entries: readonly AdminEntry[] })[] = [
  {
    caption: 'admin.overview',
    captionShown: false,
    entries: [{ path: '/admin/dashboard', label: 'admin.dashboard', Icon: LayoutDashboard, item: 'dashboard.view' }],
  },
  {
    caption: 'admin.peopleAndDepartments',
    captionShown: true,
    entries: [
      { path: '/admin/people', label: 'admin.people', Icon: Users, item: 'people.view' },
      { path: '/admin/roles', label: 'admin.roles', Icon: ShieldCheck, item: 'roles.view' },
    ],
  },
  {
    caption: 'admin.operations',
    captionShown: true,
    entries: [
      { path: reviewsPath, label: 'admin.reviews', Icon: FileCheck2, item: 'links.review' },
      { path: '/admin/contentRules', label: 'admin.contentRules', Icon: ScanText, item: 'dlp.view' },
      { path: '/admin/files', label: 'admin.files', Icon: Files, item: 'files.view' },
      { path: '/admin/recycle', label: 'admin.recycle', Icon: Archive, item: 'secondBin.view' },
      { path: '/admin/logs', label: 'admin.logs', Icon: ScrollText, item: 'logs.view' },
      { path: '/admin/platforms', label: 'admin.platforms', Icon: KeyRound, item: 'platforms.view' },
      { path: '/admin/allowlist', label: 'admin.allowlist', Icon: Globe, item: 'allowlist.view' },
      { path: '/admin/agreements', label: 'admin.agreements', Icon: FileSignature, item: 'agreements.view' },
      { path: '/admin/configuration', label: 'admin.configuration', Icon: SlidersHorizontal, item: 'configuration.view' },
    ],
  },
];
