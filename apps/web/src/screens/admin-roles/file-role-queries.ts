import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';

/** The file roles with what each includes, for people who may see roles. */
export const fileRoleList = queryOptions({
  queryKey: ['admin', 'fileRoles'],
  queryFn: async ({ signal }) => (await call(calls.adminFileRole.page, {}, { signal })).items,
});
