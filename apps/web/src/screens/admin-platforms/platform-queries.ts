import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { signInWaysQuery } from '../../features/identity/sign-in-ways.ts';

const platformsKey = ['admin', 'platforms'] as const;

export const platformsQuery = queryOptions({
  queryKey: platformsKey,
  queryFn: ({ signal }) => call(calls.adminPlatform.page, {}, { signal }),
});

/** The sign-in page of this tab offers them as well. */
export function platformsChanged(): void {
  void refetch(platformsKey);
  void queryClient.invalidateQueries({ queryKey: signInWaysQuery.queryKey });
}
