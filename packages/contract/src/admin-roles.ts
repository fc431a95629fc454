/** Calls for administrators to manage the company's roles, and who has them. */
import { z } from 'zod';
import { call } from './call.ts';
import { adminItems, roleTypes } from './company-rights.ts';
import type { AdminItem, BuiltInRole, RoleType } from './company-rights.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { permissionItems } from './permission.ts';
import type { PermissionItem } from './permission.ts';
import type { RolePreview } from './role-preview.ts';

export interface Role {
  roleId: string;
  name: string;
  /** Built-in roles are named by the interface, in its language. */
  builtIn: BuiltInRole | null;
  type: RoleType;
  adminItems: AdminItem[];
  fileItems: PermissionItem[];
  /** How many accounts have it. */
  people: number;
  /** Its people have to set up a second factor before anything else. */
  needsSecondFactor: boolean;
}

const content = {
  /** Validated by `roleNameFault`. */
  name: fields.plainName,
  type: z.enum(roleTypes),
  adminItems: z.array(z.enum(adminItems)).max(adminItems.length),
  fileItems: z.array(z.enum(permissionItems)).max(permissionItems.length),
};

/** Of a change, what decides whom it concerns. */
const previewed = { roleId: fields.id, type: content.type, adminItems: content.adminItems, fileItems: content.fileItems };

export const page = call<{ items: Role[] }>()({
  name: 'adminRole.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/role/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'roles.view',
  request: z.strictObject({}),
  log: 'none',
  summary: 'Lists the roles of the company: the built-in ones, then the others by name.',
});

export const create = call<Role>()({
  name: 'adminRole.create',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/role/create',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'roles.edit',
  request: z.strictObject(content),
  log: { deed: 'change', made: { role: 'roleId' }, details: ['type', 'adminItems', 'fileItems'] },
  summary: 'Creates a role. Nobody can give a role administration items that they do not have.',
});

export const update = call<Role>()({
  name: 'adminRole.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/role/update',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'roles.edit',
  /** `before`: what the editor saw. */
  request: z.strictObject({ roleId: fields.id, ...content, before: z.strictObject(content).optional() }),
  log: { deed: 'change', of: { role: 'roleId' }, before: true, details: ['before', 'name', 'type', 'adminItems', 'fileItems'] },
  summary:
    'Changes a role. Of a built-in employee role only the file items can change, of the administrator role nothing. If the role is no longer as `before` says, nothing changes.',
});

export const preview = call<RolePreview<AdminItem | PermissionItem>>()({
  name: 'adminRole.preview',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/role/preview',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'roles.edit',
  limit: limits.rolePreviews,
  log: 'none',
  request: z.strictObject(previewed),
  summary: 'Tells who would gain and who would lose what if the role had this content. What other roles give stays.',
});

/** Responds with the file itself, not an envelope. */
export const exportPreview = call<null>()({
  name: 'adminRole.exportPreview',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/role/exportPreview',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'roles.edit',
  limit: limits.peopleSheets,
  log: { deed: 'download', of: { role: 'roleId' } },
  request: z.strictObject(previewed),
  summary: 'Downloads everybody whom such a change concerns as an Excel file.',
});

export const remove = call<null>()({
  name: 'adminRole.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/role/remove',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'roles.edit',
  request: z.strictObject({ roleId: fields.id, replacementId: fields.id.optional() }),
  log: { deed: 'change', of: { role: 'roleId' }, before: true, details: ['replacementId'] },
  summary: 'Deletes a role that is not built in. Its people get the replacement; without one, nobody may have the role.',
});

export const assign = call<null>()({
  name: 'adminRole.assign',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/role/assign',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'roles.assign',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({
    userIds: z.array(fields.id).min(1).max(limits.itemsPerCall),
    roleIds: z.array(fields.id).min(1).max(limits.rolesPerPerson),
  }),
  log: { deed: 'change', of: { person: 'userIds' }, details: ['roleIds'] },
  summary: 'Gives people exactly these roles, all of them or nobody. The last active administrator keeps an advanced one.',
});

export const requireFactor = call<Role>()({
  name: 'adminRole.requireFactor',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/role/requireFactor',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'roles.edit',
  request: z.strictObject({ roleId: fields.id, needsSecondFactor: z.boolean() }),
  log: { deed: 'change', of: { role: 'roleId' }, details: ['needsSecondFactor'] },
  summary: 'Says whether the people of a role must have a second factor. Those without one are held back at their next request.',
});
