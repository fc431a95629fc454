/** Calls for administrators to manage departments. */
import { z } from 'zod';
import { call } from './call.ts';
import { managersOfDepartment } from './departments.ts';
import type { DepartmentManager } from './departments.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import type { InstanceId } from './ids.ts';

export const setManagers = call<{ managers: DepartmentManager[] }>()({
  name: 'adminDepartment.setManagers',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/department/setManagers',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'departments.managers',
  mostBytes: limits.callBytes.manyIds,
  request: managersOfDepartment,
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
  request: z.strictObject({ departmentId: fields.id, parentId: fields.instanceId.nullable() }),
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
  request: z.strictObject({ departmentId: fields.id }),
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
  summary: 'Sets the storage of a department.',
});
