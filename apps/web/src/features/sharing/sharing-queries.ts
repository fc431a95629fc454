import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InputOf, type Instance, type ShareSide } from '@alcove/contract';
import { refetch, call } from '../../api/index.ts';

/** All sharing queries start with ['sharing']. */
export const sharingKey = ['sharing'] as const;

export const sharePage = (input: InputOf<typeof calls.innerSharing.page>) =>
  queryOptions({
    queryKey: [...sharingKey, 'page', input.side, input],
    queryFn: ({ signal }) => call(calls.innerSharing.page, input, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === input.side ? keepPreviousData(before) : undefined),
  });

/** The share that is open; null once it has ended. */
export const oneShare = (side: ShareSide, fileSharingId: string) =>
  queryOptions({
    queryKey: [...sharingKey, 'one', side, fileSharingId],
    queryFn: async ({ signal }) => {
      const { items } = await call(calls.innerSharing.page, { side, only: fileSharingId }, { signal });
      return items[0] ?? null;
    },
  });

/** Whether an item or a folder above it is shared, and with how many. */
export const sharedWith = ({ instanceId, fileSharingId }: Pick<Instance, 'instanceId' | 'fileSharingId'>) =>
  queryOptions({
    queryKey: [...sharingKey, 'check', instanceId, fileSharingId ?? ''],
    queryFn: ({ signal }) =>
      call(calls.innerSharing.checkShared, { instanceId, ...(fileSharingId !== undefined && { fileSharingId }) }, { signal }),
  });

/** An item's recipients. Never cached: a form filled with outdated data would undo changes by others. */
export const shareDetail = (instanceId: string, fileSharingId: string | undefined) =>
  queryOptions({
    queryKey: [...sharingKey, 'detail', instanceId, fileSharingId ?? ''],
    queryFn: ({ signal }) =>
      call(calls.innerSharing.querySharingUsers, { instanceId, ...(fileSharingId !== undefined && { fileSharingId }) }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Refetches everything that a change of shares may affect: the lists, and the content of an open share. */
export function sharingChanged(): void {
  void refetch(sharingKey);
  for (const part of ['page', 'tree', 'detail']) void refetch(['files', part]);
}
