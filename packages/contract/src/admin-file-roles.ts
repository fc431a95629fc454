/** Calls for administrators to edit what each file role includes, and to see before whom it concerns. */
import { z } from 'zod';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { fileRoles, permissionItems } from './permission.ts';
import type { FileRole, PermissionItem } from './permission.ts';
import type { RolePreview } from './role-preview.ts';

/** A file role with what it includes today. */
export interface EditedFileRole {
  role: FileRole;
  items: PermissionItem[];
}

const items = z.array(z.enum(permissionItems)).max(permissionItems.length);
/** Validated by `fileRoleFault`. */
const content = { role: z.enum(fileRoles), items };

export const page = call<{ items: EditedFileRole[] }>()({
  name: 'adminFileRole.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/fileRole/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'roles.view',
  log: 'none',
  request: z.strictObject({}),
  summary: 'Lists the twelve file roles with what each includes.',
});

export const preview = call<RolePreview<PermissionItem>>()({
  name: 'adminFileRole.preview',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/fileRole/preview',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'fileRoles.edit',
  limit: limits.rolePreviews,
  log: 'none',
  request: z.strictObject(content),
  summary: 'Tells who would gain and who would lose what if the file role included exactly these items.',
});

/** Responds with the file itself, not an envelope. */
export const exportPreview = call<null>()({
  name: 'adminFileRole.exportPreview',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/fileRole/exportPreview',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'fileRoles.edit',
  limit: limits.peopleSheets,
  log: { deed: 'download', of: { setting: 'role' }, details: ['items'] },
  request: z.strictObject(content),
  summary: 'Downloads everybody whom such a change concerns as an Excel file.',
});

export const update = call<EditedFileRole>()({
  name: 'adminFileRole.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/fileRole/update',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'fileRoles.edit',
  log: { deed: 'change', of: { setting: 'role' }, details: ['before', 'items'] },
  request: z.strictObject({
    ...content,
    /** What the role included when the change was begun. If somebody else has changed it since, the call is refused. */
    before: items,
  }),
  summary: 'Makes a file role include exactly these items. It applies at once to everything that was granted with the role.',
});
