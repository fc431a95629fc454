import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';
import type { PermissionItem } from './permission.ts';
import type { Department, Person } from './search.ts';
import type { InstanceId } from './ids.ts';

export interface DepartmentChildren {
  /** Sorted by name; at most `limits.subDepartments`. */
  departments: Department[];
  /** The total number of sub-departments. */
  departmentTotal: number;
  /** People directly in it, sorted by name. */
  people: Page<Person>;
}

export const queryChildren = call<DepartmentChildren>()({
  name: 'department.queryChildren',
  method: 'GET',
  path: '/disk/api/department/queryChildren',
  fieldsIn: 'query',
  caller: 'user',
  limit: limits.lookups,
  request: z.strictObject({
    /** When omitted: the top of the company, with the people who are in no department. */
    parentId: fields.instanceId.optional(),
    page: z.coerce.number().pipe(fields.pageFields.page.unwrap()).default(1),
    pageSize: z.coerce.number().pipe(fields.pageFields.pageSize.unwrap()).default(limits.defaultPageSize),
    t: fields.timestamp,
  }),
  log: 'none',
  summary: 'Returns one level of the department tree, and a page of the people in it.',
});

/** Checks a selection of people and departments before it is submitted; submitting applies the same rule. */
export const checkChosen = call<{ people: number }>()({
  name: 'department.checkChosen',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/department/checkChosen',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z.strictObject({
    userIds: z.array(fields.id).max(limits.itemsPerCall),
    departmentIds: z.array(fields.id).max(limits.itemsPerCall),
  }),
  log: 'none',
  summary: 'Counts the people that a selection of people and departments reaches, each once. Refuses a selection that is too large.',
});

export interface DepartmentManager {
  userId: string;
  name: string;
}

/** A department's space, as far as the caller may see it. */
export interface DepartmentSpace {
  rootId: InstanceId;
  /** Null when the department is closed. */
  departmentId: string | null;
  name: string;
  /** The parent departments that the caller may see, from the top. */
  path: string[];
  /** Whether the caller is in the department. */
  own: boolean;
  /** Bytes. */
  usedSize: number;
  /** Bytes; null: unlimited. */
  totalSize: number | null;
  managers: DepartmentManager[];
  fileAuth: PermissionItem[];
  /** Whether the caller may appoint its managers. */
  mayNameManagers: boolean;
  /** Set for a closed department: when it was closed, and until when its files are read-only. */
  ended: { at: string; readOnlyUntil: string } | null;
}

export const querySpaces = call<DepartmentSpace[]>()({
  name: 'department.querySpaces',
  method: 'GET',
  path: '/disk/api/department/querySpaces',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: 'Lists the department spaces that the caller may see, in the order of the tree. Closed departments come last.',
});

export const setManagers = call<{ managers: DepartmentManager[] }>()({
  name: 'department.setManagers',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/department/setManagers',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: fields.managersOfDepartment,
  log: { deed: 'change', of: { department: 'departmentId' }, details: ['userIds'] },
  summary: 'Appoints the managers of a department. Its own managers and those of parent departments may do this.',
});
