import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';

const allowlistKey = ['admin', 'allowlist'] as const;

/** All rules, what they can name, and the reader's own address. */
export const allowlist = queryOptions({
  queryKey: allowlistKey,
  queryFn: ({ signal }) => call(calls.adminAllowlist.page, {}, { signal }),
});

export const allowlistChanged = (): void => void refetch(allowlistKey);
