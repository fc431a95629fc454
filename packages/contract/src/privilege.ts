import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { level, subject } from './group.ts';
import { limits } from './limits.ts';
import type { GrantSubject, GroupLevel } from './permission.ts';

/** A level, or what takes everything away. */
export type Privilege = GroupLevel | 'forbidden';

/** What someone has on a folder or file of a group, and where it was given. */
export interface PrivilegeEntry extends GrantSubject {
  name: string;
  departmentPath: string[];
  privilege: Privilege;
  /** `here`: on the item itself, and can be removed; `above`: on a folder above it; `group`: by the membership. */
  from: 'here' | 'above' | 'group';
  /** The folder above; absent where it is hidden from the caller. */
  fromName?: string;
}

const ofInstance = { instanceId: fields.id };
const named = { subject: z.strictObject(subject) };

export const queryPrivilegeList = call<Page<PrivilegeEntry>>()({
  name: 'privilege.queryPrivilegeList',
  method: 'POST',
  path: '/disk/api/privilege/queryPrivilegeList',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    ...ofInstance,
    page: fields.pageFields.page,
    pageSize: fields.pageFields.pageSize,
    keyword: z.string().max(limits.nameLength).optional(),
  }),
  summary: 'Whoever has something on a folder or file of a group: what was given nearest to it, and where; that on itself first.',
});

export const updateMemberRole = call<null>()({
  name: 'privilege.updateMemberRole',
  method: 'POST',
  path: '/disk/api/privilege/updateMemberRole',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ groupId: fields.id, ...named, role: level }),
  summary: "Changes a member's level in the whole group.",
});

export const updateUserRole = call<null>()({
  name: 'privilege.updateUserRole',
  method: 'POST',
  path: '/disk/api/privilege/updateUserRole',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ ...ofInstance, ...named, role: z.union([level, z.literal('forbidden')]) }),
  summary: 'Gives a member another level on one folder or file and everything in it, or none.',
});

export const remove = call<null>()({
  name: 'privilege.remove',
  method: 'POST',
  path: '/disk/api/privilege/remove',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ ...ofInstance, ...named }),
  summary: 'Takes back what updateUserRole gave on that folder or file: what is above applies again.',
});
