import { infiniteQueryOptions } from '@tanstack/react-query';
import { calls, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { through } from '../../items/file-queries.ts';

/** Newest first. */
export const activityOf = (item: Pick<Instance, 'instanceId' | 'fileSharingId'>) =>
  infiniteQueryOptions({
    queryKey: ['files', 'activity', item.instanceId, through(item)],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        calls.activity.list,
        { instanceId: item.instanceId, ...through(item), ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  });
