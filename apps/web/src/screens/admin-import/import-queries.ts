import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';

const importsKey = ['admin', 'imports'] as const;
export const importsChanged = (): void => void refetch(importsKey);

/** The caller's latest imports, newest first. */
export const importList = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: async ({ signal }) => (await call(calls.adminUser.imports, {}, { signal })).items,
});

export const errorPageSize = 20;
export const importErrors = (checkId: string, page: number, count: number) =>
  queryOptions({
    queryKey: [...importsKey, 'errors', checkId, page, count],
    queryFn: ({ signal }) => call(calls.adminUser.importErrors, { checkId, page, pageSize: errorPageSize }, { signal }),
    enabled: count > 0,
    placeholderData: keepPreviousData,
  });
