import { InfiniteQueryObserver } from '@tanstack/react-query';
import type { InfiniteData, InfiniteQueryObserverOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** A list that is shown page after page. */
export type PagedList<Answer, Key extends QueryKey, Param> = InfiniteQueryObserverOptions<Answer, Error, InfiniteData<Answer>, Key, Param>;

/**
 * Asks for the next page of a list. A change refetches the pages that are there, and the refetch and the next page would cancel each other. So the page waits
 * for a refetch under way, and is asked for again after one that took its place.
 */
export async function loadMore<Answer, Key extends QueryKey, Param>(
  queries: QueryClient,
  list: PagedList<Answer, Key, Param>,
): Promise<void> {
  const observer = new InfiniteQueryObserver(queries, list);
  const before = observer.getCurrentResult().data?.pages.length ?? 0;
  for (;;) {
    const { data, isError, hasNextPage } = await observer.fetchNextPage({ cancelRefetch: false });
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > before) return;
  }
}
