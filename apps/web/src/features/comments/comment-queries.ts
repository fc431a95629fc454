import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { calls, limits, type Comments, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { through } from '../../items/file-queries.ts';

/** Pages go back in time; within a page the oldest comment comes first. */
export const commentsOf = (item: Pick<Instance, 'instanceId' | 'fileSharingId'>) =>
  infiniteQueryOptions({
    queryKey: ['files', 'comments', item.instanceId, through(item)],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        calls.comment.list,
        { instanceId: item.instanceId, ...through(item), ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ items }) => (items.length < limits.commentsPerPage ? null : (items[0]?.commentId ?? null)),
  });

/** All loaded comments, newest last. */
export const inOrder = ({ pages }: InfiniteData<Comments>) => pages.toReversed().flatMap(({ items }) => items);
