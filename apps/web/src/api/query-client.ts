import { CancelledError, QueryClient } from '@tanstack/react-query';
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { limits } from '@alcove/contract';
import { CallFailed } from './call-failed.ts';

/** A network or server error, which may pass; a refusal is final. */
export const mayPass = (error: Error): boolean =>
  error instanceof CallFailed && (error.status === 0 || error.status === 503 || error.status === 502);

const mayRetry = (failures: number, error: Error): boolean => failures < limits.retries - 1 && mayPass(error);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 30 * 60_000, retry: mayRetry, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Refetches a changed query. A first request in flight may be older than the change, and invalidating alone would settle for its result; so
 * it is canceled first.
 */
export async function refetch(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries({ queryKey });
}

/** Like `fetchQuery`, but asks again if `refetch` canceled the request because what it asks for has changed. */
export async function fetchCurrent<Data, Shown, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Shown, Key>): Promise<Shown> {
  for (;;) {
    try {
      return await queryClient.fetchQuery(query);
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  }
}
