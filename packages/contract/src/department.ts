import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';
import type { Department, Person } from './search.ts';

export interface DepartmentChildren {
  /** By name; at most `limits.subDepartments` of them. */
  departments: Department[];
  /** How many there are. */
  departmentTotal: number;
  /** Directly in it, by name. */
  people: Page<Person>;
}

export const queryChildren = call<DepartmentChildren>()({
  name: 'department.queryChildren',
  method: 'GET',
  path: '/disk/api/department/queryChildren',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({
    /** Left out: the top of the company, with the people who are in no department. */
    parentId: fields.id.optional(),
    page: z.coerce.number().pipe(fields.pageFields.page.unwrap()).default(1),
    pageSize: z.coerce.number().pipe(fields.pageFields.pageSize.unwrap()).default(limits.defaultPageSize),
    t: fields.timestamp,
  }),
  summary: 'One level of the department tree, and a page of the people in it.',
});

/** Asked before people and departments are submitted; those who submit them ask the same rule. */
export const checkChosen = call<{ people: number }>()({
  name: 'department.checkChosen',
  method: 'POST',
  path: '/disk/api/department/checkChosen',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    userIds: z.array(fields.id).max(limits.itemsPerCall),
    departmentIds: z.array(fields.id).max(limits.itemsPerCall),
  }),
  summary: 'How many people a choice of people and departments reaches, each counted once; refuses a choice that is too large.',
});
