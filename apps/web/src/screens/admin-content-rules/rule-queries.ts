import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';

const rulesKey = ['admin', 'contentRules'] as const;

/** All content rules, and the version of the set. */
export const contentRules = queryOptions({
  queryKey: rulesKey,
  queryFn: ({ signal }) => call(calls.adminDlp.page, {}, { signal }),
});

export const rulesChanged = (): void => void refetch(rulesKey);
