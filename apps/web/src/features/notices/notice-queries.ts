import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { calls, limits, type InputOf, type Notice, type NoticeFilter, type Page } from '@alcove/contract';
import { refetch, call, queryClient } from '../../api/index.ts';

const noticesKey = ['notices'] as const;
const listsKey = [...noticesKey, 'list'] as const;

export const noticeCounts = queryOptions({
  queryKey: [...noticesKey, 'counts'],
  queryFn: ({ signal }) => call(calls.notice.unread, {}, { signal }),
  staleTime: 60_000,
});

/** Newest first. Each page starts after the last notification seen, so that new arrivals shift nothing. */
export const noticeList = (filter: NoticeFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(calls.notice.page, { filter, pageSize: limits.defaultPageSize, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    getNextPageParam: ({ items, pageSize }) => (items.length < pageSize ? null : (items.at(-1)?.noticeId ?? null)),
  });

export function noticesMayHaveChanged(): void {
  void refetch(noticesKey);
}

/** Updates the unread dot at once; the list is refetched only where it is shown. */
export function noticeArrived(unread: number): void {
  queryClient.setQueryData(noticeCounts.queryKey, (counts) => counts && { ...counts, unread });
  noticesMayHaveChanged();
}

type Chosen = InputOf<typeof calls.notice.markRead>;

/** Marks notifications as read, optimistically. Rejects when the request fails; the lists are then refetched. */
export async function markRead(chosen: Chosen): Promise<void> {
  const isChosen = ({ noticeId }: Notice) => chosen.noticeIds?.includes(noticeId) ?? true;
  queryClient.setQueriesData<InfiniteData<Page<Notice>>>(
    { queryKey: listsKey },
    (shown) =>
      shown && {
        ...shown,
        pages: shown.pages.map((page) => ({ ...page, items: page.items.map((one) => (isChosen(one) ? { ...one, read: true } : one)) })),
      },
  );
  try {
    queryClient.setQueryData(noticeCounts.queryKey, await call(calls.notice.markRead, chosen));
  } finally {
    noticesMayHaveChanged();
  }
}
