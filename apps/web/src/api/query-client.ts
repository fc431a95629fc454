import { CancelledError, matchQuery, QueryCache, QueryClient } from '@tanstack/react-query';
import type { FetchQueryOptions, Query, QueryKey } from '@tanstack/react-query';
import { limits } from '@alcove/contract';
import { CallFailed } from './call-failed.ts';
import { comeBackInNewBuild, mayBeOutdated } from './new-build.ts';

/** A network or server error, which may pass; a refusal is final. */
export const mayPass = (error: Error): boolean =>
  error instanceof CallFailed && (error.status === 0 || error.status === 503 || error.status === 502);

const mayRetry = (failures: number, error: Error): boolean => failures < limits.retries - 1 && mayPass(error);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void (mayBeOutdated(error) && comeBackInNewBuild()) }),
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 30 * 60_000, retry: mayRetry, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The keys of this moment, and the promise that their queries are refetched. */
let round: { keys: QueryKey[]; done: Promise<void> } | undefined;

/**
 * Refetches changed queries. A first request in flight may be older than the change, and invalidating alone would settle for its result; so
 * it is canceled first. What one event changes is often named by several keys: a query that more than one of them concerns is asked once.
 */
export function refetch(queryKey: QueryKey): Promise<void> {
  if (round) round.keys.push(queryKey);
  else {
    const keys = [queryKey];
    round = { keys, done: Promise.resolve().then(() => refetchAll(keys)) };
  }
  return round.done;
}

async function refetchAll(keys: readonly QueryKey[]): Promise<void> {
  round = undefined;
  const concerns = (query: Query): boolean => keys.some((queryKey) => matchQuery({ queryKey }, query));
  await queryClient.cancelQueries({ predicate: (query) => query.state.data === undefined && concerns(query) });
  await queryClient.invalidateQueries({ predicate: concerns });
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
