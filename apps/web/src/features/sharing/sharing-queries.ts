import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InputOf, type Instance, type ShareSide } from '@alcove/contract';
import { refetch, call } from '../../api/index.ts';

/** Everything about internal shares lies under ['sharing']. */
export const sharingKey = ['sharing'] as const;

export const sharePage = (input: InputOf<typeof calls.innerSharing.page>) =>
  queryOptions({
    queryKey: [...sharingKey, 'page', input.side, input],
    queryFn: ({ signal }) => call(calls.innerSharing.page, input, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === input.side ? keepPreviousData(before) : undefined),
  });

/** One share, for what is open in it; null once it has ended. */
export const oneShare = (side: ShareSide, fileSharingId: string) =>
  queryOptions({
    queryKey: [...sharingKey, 'one', side, fileSharingId],
    queryFn: async ({ signal }) => {
      const { items } = await call(calls.innerSharing.page, { side, only: fileSharingId }, { signal });
      return items[0] ?? null;
    },
  });

/** Whether an item, or a folder above it, is shared, and with how many. */
export const sharedWith = ({ instanceId, fileSharingId }: Pick<Instance, 'instanceId' | 'fileSharingId'>) =>
  queryOptions({
    queryKey: [...sharingKey, 'check', instanceId, fileSharingId ?? ''],
    queryFn: ({ signal }) =>
      call(calls.innerSharing.checkShared, { instanceId, ...(fileSharingId !== undefined && { fileSharingId }) }, { signal }),
  });

/** Who has an item's share. Nothing of it is kept: a form that began with what was true before would undo what others did. */
export const shareDetail = (instanceId: string, fileSharingId: string | undefined) =>
  queryOptions({
    queryKey: [...sharingKey, 'detail', instanceId, fileSharingId ?? ''],
    queryFn: ({ signal }) =>
      call(calls.innerSharing.querySharingUsers, { instanceId, ...(fileSharingId !== undefined && { fileSharingId }) }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Somebody gave or took something: the lists, and what is open inside a share, may be another now. */
export function sharingChanged(): void {
  void refetch(sharingKey);
  for (const part of ['page', 'tree', 'detail']) void refetch(['files', part]);
}
