/** Calls for administrators to manage departments. */
import { z } from 'zod';
import { call } from './call.ts';
import type { DepartmentManager } from './departments.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import type { InstanceId } from './ids.ts';
import { privilegeRoles } from './permission.ts';
import type { Privilege, privilegeOf } from './permission.ts';

/** A number for the department itself, and together with all departments below it. */
export interface DepartmentTotal {
  own: number;
  withBelow: number;
}

export interface ManagedDepartment {
  departmentId: string;
  parentId: string | null;
  name: string;
  /** The names of the departments above, from the top. */
  path: string[];
  description: string;
  /** The directory that its name and place come from; null: they are changed here. */
  directoryName: string | null;
  /** Accounts, whether they can sign in or not. */
  people: DepartmentTotal;
  /** Departments directly below it. */
  departments: number;
  managers: DepartmentManager[];
  /** Bytes of its own space; null: unlimited. */
  quotaBytes: number | null;
  /** Bytes, those in recycle bins included. */
  usedBytes: DepartmentTotal;
  /** What its people may do in its space, unless a file or folder says otherwise. */
  defaultLevel: ReturnType<typeof privilegeOf>;
}

export const page = call<{ total: number; items: ManagedDepartment[] }>()({
  name: 'adminDepartment.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/department/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.view',
  request: z.strictObject({
    /** Null: the top level. With a keyword, everything below it is searched. */
    parentId: fields.id.nullable().default(null),
    /** Part of a name, or of its pinyin. */
    keyword: z.string().max(limits.nameLength).optional(),
  }),
  log: 'none',
  summary:
    'Lists the departments directly below one, by name, or those below it that a keyword finds. Returns at most 500, and how many there are.',
});

/** What the people of a department can be given in its space. Managers are appointed one by one. */
export const defaultLevels = [
  'defaultRole',
  ...(Object.keys(privilegeRoles) as Privilege[]).filter((level): level is Exclude<Privilege, 'manager'> => level !== 'manager'),
] as const;
export type DefaultLevel = (typeof defaultLevels)[number];

export const detail = call<ManagedDepartment & { files: DepartmentTotal }>()({
  name: 'adminDepartment.detail',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/department/detail',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.view',
  request: z.strictObject({ departmentId: fields.id }),
  log: 'none',
  summary: 'Returns a department with the number of its files outside recycle bins. At most 100,000 are counted.',
});

const described = {
  /** Validated by `departmentNameFault`. */
  name: fields.plainName,
  description: z.string().trim().max(limits.departmentDescriptionLength),
  defaultLevel: z.enum(defaultLevels),
};

export const create = call<{ departmentId: string }>()({
  name: 'adminDepartment.create',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/department/create',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.create',
  request: z.strictObject({
    name: described.name,
    /** Null: at the top level. */
    parentId: fields.id.nullable(),
    description: described.description.default(''),
    /** Bytes, a whole number, validated by `capacityFault`; null: unlimited. */
    quotaBytes: z.number().nullable().default(null),
    defaultLevel: described.defaultLevel.default('defaultRole'),
  }),
  log: { deed: 'change', made: { department: 'departmentId' }, details: ['parentId', 'quotaBytes', 'defaultLevel'] },
  summary: 'Creates a department with its space.',
});

export const update = call<null>()({
  name: 'adminDepartment.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/department/update',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.edit',
  request: z.strictObject({ departmentId: fields.id, ...z.object(described).partial().shape }),
  log: { deed: 'change', of: { department: 'departmentId' }, before: true, details: ['name', 'defaultLevel'] },
  summary: 'Renames or describes a department, or changes what its people may do in its space. Omitted fields stay as they are.',
});

export const setManagers = call<{ managers: DepartmentManager[] }>()({
  name: 'adminDepartment.setManagers',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/department/setManagers',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.managers',
  freshProof: true,
  mostBytes: limits.callBytes.manyIds,
  request: fields.managersOfDepartment,
  log: { deed: 'change', of: { department: 'departmentId' }, details: ['userIds'] },
  summary: 'Appoints the managers of a department, or none.',
});

export const move = call<null>()({
  name: 'adminDepartment.move',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/department/move',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.move',
  /** A null parent moves it to the top level. */
  request: z.strictObject({ departmentId: fields.id, parentId: fields.id.nullable() }),
  log: { deed: 'change', of: { department: 'departmentId' }, details: ['parentId'] },
  summary: 'Moves a department with its sub-departments and their spaces.',
});

export const end = call<{ rootId: InstanceId; heirId: string }>()({
  name: 'adminDepartment.end',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/department/end',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.end',
  freshProof: true,
  request: z.strictObject({ departmentId: fields.id }),
  log: { deed: 'change', of: { department: 'departmentId' }, before: true },
  summary:
    'Closes a department without people or sub-departments. Its files go to the managers of the parent department, read-only at first.',
});

export const setQuota = call<null>()({
  name: 'adminDepartment.setQuota',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/department/setQuota',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.quota',
  /** Bytes, a whole number, validated by `capacityFault`; null: unlimited. */
  request: z.strictObject({ departmentId: fields.id, quotaBytes: z.number().nullable() }),
  log: { deed: 'change', of: { department: 'departmentId' }, details: ['quotaBytes'] },
  summary: 'Sets the storage of a department.',
});
