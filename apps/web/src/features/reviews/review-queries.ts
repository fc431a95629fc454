import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InputOf } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';

/** All queries about reviews of external links start with ['reviews']. */
export const reviewsKey = ['reviews'] as const;

const perPage = 50;

/** The queue of reviews, page after page. */
export const reviewPages = (input: InputOf<typeof calls.adminLink.page>) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, 'page', input],
    queryFn: ({ pageParam, signal }) => call(calls.adminLink.page, { ...input, page: pageParam, pageSize: perPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.pageSize < last.total ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** How many reviews wait. */
export const waitingReviews = queryOptions({
  queryKey: [...reviewsKey, 'waiting'],
  queryFn: ({ signal }) => call(calls.adminLink.page, { state: 'waiting', pageSize: 10 }, { signal }),
  select: ({ waiting }) => waiting,
});

/** One review with its files. What it shows never changes, but it may have been decided since. */
export const reviewDetail = (reviewId: string) =>
  queryOptions({
    queryKey: [...reviewsKey, 'detail', reviewId],
    queryFn: ({ signal }) => call(calls.adminLink.detail, { reviewId }, { signal }),
    staleTime: 0,
  });

/** Refetches everything but previews: what a review shows never changes. */
export function reviewsChanged(): void {
  for (const part of ['page', 'waiting', 'detail']) void refetch([...reviewsKey, part]);
}
