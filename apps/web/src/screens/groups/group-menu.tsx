import { ArrowLeftRight, FolderOpen, LogOut, Settings, Trash2, Undo2, Users } from 'lucide-react';
import type { Group } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { manages } from '../../features/groups/levels.ts';

export interface GroupActions {
  /** Missing where the group is already open. */
  open?(group: Group): void;
  members?(group: Group): void;
  edit(group: Group): void;
  handOver(group: Group): void;
  leave(group: Group): void;
  dissolve(group: Group): void;
  cancelDissolution(group: Group): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The menu of a group. Entries this person may not use are disabled with the reason. */
export function groupEntries(group: Group, offline: boolean, actions: GroupActions): MenuEntry[] {
  const leads = group.identity === 'owner';
  const away = offline ? t('files.offlineReason') : undefined;
  const leaderOnly = away ?? (leads ? undefined : t('groups.leaderOnly'));
  const entries: MenuEntry[] = [];
  const { open, members } = actions;
  if (open)
    entries.push({ id: 'open', label: t('groups.open'), icon: <FolderOpen {...icon} />, keys: 'Enter', onClick: () => open(group) });
  if (members)
    entries.push({ id: 'members', label: t('groups.showMembers'), icon: <Users {...icon} />, quick: true, onClick: () => members(group) });
  entries.push({
    id: 'edit',
    label: t('groups.edit'),
    icon: <Settings {...icon} />,
    refused: away ?? (manages(group) ? undefined : t('groups.managersOnly')),
    onClick: () => actions.edit(group),
  });
  entries.push({
    id: 'handover',
    label: t('groups.handover'),
    icon: <ArrowLeftRight {...icon} />,
    refused: leaderOnly,
    onClick: () => actions.handOver(group),
  });
  entries.push({
    id: 'leave',
    label: t('groups.leave'),
    icon: <LogOut {...icon} />,
    divided: true,
    refused: away ?? (leads ? t('groups.leaderLeaves') : group.byDepartment ? t('groups.byDepartment') : undefined),
    onClick: () => actions.leave(group),
  });
  if (group.dissolveTime === null)
    entries.push({
      id: 'dissolve',
      label: t('groups.dissolve'),
      icon: <Trash2 {...icon} />,
      danger: true,
      refused: leaderOnly,
      onClick: () => actions.dissolve(group),
    });
  else
    entries.push({
      id: 'cancelDissolution',
      label: t('groups.cancelDissolution'),
      icon: <Undo2 {...icon} />,
      refused: leaderOnly,
      onClick: () => actions.cancelDissolution(group),
    });
  return entries;
}
