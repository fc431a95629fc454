/** What a person's roles allow them in the company: administration items, and a cap on the file items. */
import type { PermissionItem } from './permission.ts';
import { permissionItems } from './permission.ts';

/** One item for each screen of the administration area and each thing that can be done there. */
export const adminItems = [
  'dashboard.view',
  'people.view',
  'people.create',
  'people.edit',
  'people.freeze',
  'people.resetPassword',
  'people.sessions',
  'people.import',
  'people.export',
  'people.offboard',
  'departments.view',
  'departments.create',
  'departments.edit',
  'departments.move',
  'departments.end',
  'departments.managers',
  'departments.quota',
  'roles.view',
  'roles.edit',
  'roles.assign',
  'fileRoles.edit',
  'configuration.view',
  'configuration.edit',
  'files.view',
  'files.look',
  'files.download',
  'files.remove',
  'files.endSharing',
  'files.sensitivity',
  'links.review',
  'dlp.view',
  'dlp.edit',
  'logs.view',
  'logs.export',
  'regions.edit',
  'allowlist.view',
  'allowlist.edit',
  'platforms.view',
  'platforms.edit',
  'secondBin.view',
  'secondBin.restore',
  'secondBin.remove',
  'agreements.view',
  'agreements.edit',
  'agreements.export',
] as const;
export type AdminItem = (typeof adminItems)[number];

/** An advanced role includes every administration item, also those that later versions add. */
export const roleTypes = ['ordinary', 'advanced'] as const;
export type RoleType = (typeof roleTypes)[number];

/** The roles that every company has. Their names come from the language files; they cannot be deleted. */
export const builtInRoles = ['administrator', 'employee', 'employeeSharing'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

/** The file items of an employee who may not share outside the company. */
export const employeeItems: readonly PermissionItem[] = permissionItems.filter((item) => item !== 'share');
