import type { AdminItem, PermissionItem } from '@alcove/contract';
import type { PlainKey } from '../../i18n/index.ts';

export interface ItemGroup<Item> {
  label: PlainKey;
  items: readonly Item[];
}

export const adminItemGroups: readonly ItemGroup<AdminItem>[] = [
  {
    label: 'adminRoles.groupPeople',
    items: [
      'people.view',
      'people.create',
      'people.edit',
      'people.freeze',
      'people.resetPassword',
      'people.sessions',
      'people.import',
      'people.export',
      'people.offboard',
    ],
  },
  {
    label: 'adminRoles.groupDepartments',
    items: [
      'departments.view',
      'departments.create',
      'departments.edit',
      'departments.move',
      'departments.end',
      'departments.managers',
      'departments.quota',
    ],
  },
  { label: 'adminRoles.groupRoles', items: ['roles.view', 'roles.edit', 'roles.assign', 'fileRoles.edit'] },
  {
    label: 'adminRoles.groupFiles',
    items: ['files.view', 'files.look', 'files.download', 'files.remove', 'files.endSharing', 'files.sensitivity'],
  },
  { label: 'adminRoles.groupSecondBin', items: ['secondBin.view', 'secondBin.restore', 'secondBin.remove'] },
  { label: 'adminRoles.groupOutbound', items: ['links.review', 'dlp.view', 'dlp.edit'] },
  { label: 'adminRoles.groupAgreements', items: ['agreements.view', 'agreements.edit', 'agreements.export'] },
  {
    label: 'adminRoles.groupSystem',
    items: [
      'dashboard.view',
      'configuration.view',
      'configuration.edit',
      'logs.view',
      'logs.export',
      'regions.edit',
      'allowlist.view',
      'allowlist.edit',
      'platforms.view',
      'platforms.edit',
    ],
  },
];

export const fileItemGroups: readonly ItemGroup<PermissionItem>[] = [
  { label: 'adminRoles.groupSee', items: ['list', 'search', 'attribute', 'preview', 'onlineReading'] },
  { label: 'adminRoles.groupWork', items: ['comment', 'collect', 'tag', 'historyView'] },
  { label: 'adminRoles.groupTake', items: ['download', 'copy', 'fileSync'] },
  { label: 'adminRoles.groupChange', items: ['upload', 'rename', 'move', 'delete', 'historyRestore', 'historyManage'] },
  { label: 'adminRoles.groupOutside', items: ['share', 'personnelManagement'] },
];
