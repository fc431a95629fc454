import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';
import { privilegeRoles } from './permission.ts';
import type { GrantSubject, Privilege, privilegeOf } from './permission.ts';

/** A person's or department's permission on a file or folder of a group or department, and where it was granted. */
export interface PrivilegeEntry extends GrantSubject {
  name: string;
  departmentPath: string[];
  privilege: ReturnType<typeof privilegeOf>;
  /** When it ends by itself; null: never. */
  endTime: string | null;
  /** `here`: on the item itself; `above`: on a parent folder; `top`: by membership, or on the department as a whole. */
  from: 'here' | 'above' | 'top';
  /** It cannot be changed or removed here: at the top, a department's managers and those of its parent departments. */
  fixed: boolean;
  /** The department's own people at the top: the level everyone there has. Removing it restores the default. */
  isDefault: boolean;
  /** The parent folder; missing when it is hidden from the caller. */
  fromName?: string;
}

const ofInstance = { instanceId: fields.instanceId };
const named = { subject: z.strictObject(fields.grantSubject) };

export const queryPrivilegeList = call<Page<PrivilegeEntry>>()({
  name: 'privilege.queryPrivilegeList',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/privilege/queryPrivilegeList',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'personnelManagement', of: 'instanceId' },
  request: z.strictObject({
    ...ofInstance,
    page: fields.pageFields.page,
    pageSize: fields.pageFields.pageSize,
    keyword: z.string().max(limits.nameLength).optional(),
  }),
  log: 'none',
  summary:
    'Lists who has a permission on a folder or file of a group or department: the nearest permission of each, and where it was set. Those set on the item itself come first.',
});

export const updateMemberRole = call<null>()({
  name: 'privilege.updateMemberRole',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/privilege/updateMemberRole',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ groupId: fields.groupId, ...named, role: fields.groupLevel }),
  log: { deed: 'change', of: { group: 'groupId' }, details: ['subject', 'role'] },
  summary: "Changes a member's level in the whole group.",
});

export const updateUserRole = call<null>()({
  name: 'privilege.updateUserRole',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/privilege/updateUserRole',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'personnelManagement', of: 'instanceId' },
  request: z.strictObject({ ...ofInstance, ...named, role: z.enum(Object.keys(privilegeRoles) as [Privilege, ...Privilege[]]) }),
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['subject', 'role'] },
  summary:
    'Gives someone another level on one folder or file and everything in it, or no access: a member in a group, anyone in a department.',
});

export const remove = call<null>()({
  name: 'privilege.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/privilege/remove',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'personnelManagement', of: 'instanceId' },
  request: z.strictObject({ ...ofInstance, ...named }),
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['subject'] },
  summary:
    'Removes a level set by updateUserRole on that folder or file, so that the inherited level applies again. Fails if there is none.',
});
