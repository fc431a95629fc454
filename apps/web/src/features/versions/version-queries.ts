import { infiniteQueryOptions } from '@tanstack/react-query';
import { calls, limits, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { through } from '../files/file-queries.ts';

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
