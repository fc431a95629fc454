import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';

export const companyRolesKey = ['admin', 'roles'] as const;

/** The roles of the company, for people who may see them. */
export const companyRoleList = queryOptions({
  queryKey: companyRolesKey,
  queryFn: async ({ signal }) => (await call(calls.adminRole.page, {}, { signal })).items,
});
