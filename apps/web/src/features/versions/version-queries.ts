import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { calls, limits, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { through } from '../../items/file-queries.ts';

/** Newest first. */
export const versionsOf = (item: Pick<Instance, 'instanceId' | 'fileSharingId'>) =>
  infiniteQueryOptions({
    queryKey: ['files', 'versions', item.instanceId, through(item)],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        calls.version.list,
        { instanceId: item.instanceId, ...through(item), ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ items }) => (items.length < limits.versionsPerPage ? null : (items.at(-1)?.version ?? null)),
  });

/** One version; null when it no longer exists. */
export const versionOf = (item: Pick<Instance, 'instanceId' | 'fileSharingId'>, version: number) =>
  queryOptions({
    queryKey: ['files', 'versions', item.instanceId, through(item), version],
    queryFn: async ({ signal }) => {
      const { items } = await call(calls.version.list, { instanceId: item.instanceId, ...through(item), before: version + 1 }, { signal });
      return items[0]?.version === version ? items[0] : null;
    },
  });
