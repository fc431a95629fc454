import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InputOf } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';

/** All queries about external links start with ['links']. */
export const linksKey = ['links'] as const;

type PageInput = InputOf<typeof calls.link.page>;

/** One page of the reader's own links. */
export const linkPage = (input: PageInput) =>
  queryOptions({
    queryKey: [...linksKey, 'page', input],
    queryFn: ({ signal }) => call(calls.link.page, input, { signal }),
    placeholderData: keepPreviousData,
  });

const perItem = 20;

/** The links of an item, of all their creators, the latest first. */
export const linksOfItem = (instanceId: string) =>
  infiniteQueryOptions({
    queryKey: [...linksKey, 'item', instanceId],
    queryFn: ({ pageParam, signal }) => call(calls.link.page, { instanceId, page: pageParam, pageSize: perItem }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.pageSize < last.total ? last.page + 1 : undefined),
  });

/** A live event may be lost, so the verification is also asked for. */
const askAgainMs = 3000;

/** What the verification of a link has come to; null once the link is gone. */
export const linkStatus = (linkPath: string) =>
  queryOptions({
    queryKey: [...linksKey, 'status', linkPath],
    queryFn: ({ signal }) => call(calls.link.querySyncStatus, { linkPath }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'verifying' && state.error === null ? askAgainMs : false),
    staleTime: 0,
    gcTime: 0,
  });

/** What the rules of the company say of an item before it is shared. */
export const beforeSharing = (instanceId: string) =>
  queryOptions({
    queryKey: [...linksKey, 'before', instanceId],
    queryFn: ({ signal }) => call(calls.link.checkDlp, { instanceId }, { signal }),
    retry: false,
    gcTime: 0,
  });

const visitsPerPage = 20;

/** The visits of one of the reader's links, the latest first. */
export const linkVisits = (linkPath: string) =>
  infiniteQueryOptions({
    queryKey: [...linksKey, 'visits', linkPath],
    queryFn: ({ pageParam, signal }) => call(calls.link.visits, { linkPath, page: pageParam, pageSize: visitsPerPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.pageSize < last.total ? last.page + 1 : undefined),
  });

/** Refetches everything that a change of links may affect: the links themselves, and the marks in lists. */
export function linksChanged(): void {
  void refetch(linksKey);
  for (const part of ['page', 'tree', 'detail']) void refetch(['files', part]);
}
