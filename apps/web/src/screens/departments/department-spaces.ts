import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';

export const spacesKey = ['departments', 'spaces'] as const;

/** The department spaces that the reader may see. */
export const departmentSpaces = queryOptions({
  queryKey: spacesKey,
  queryFn: ({ signal }) => call(calls.department.querySpaces, {}, { signal }),
});
