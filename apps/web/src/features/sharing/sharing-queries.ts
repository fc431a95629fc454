import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InputOf } from '@alcove/contract';
import { askAnew, call } from '../../api/index.ts';

/** Everything about internal shares lies under ['sharing']. */
export const sharingKey = ['sharing'] as const;

export const sharePage = (input: InputOf<typeof calls.innerSharing.page>) =>
  queryOptions({
    queryKey: [...sharingKey, 'page', input.side, input],
    queryFn: ({ signal }) => call(calls.innerSharing.page, input, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === input.side ? keepPreviousData(before) : undefined),
  });

/** One received share, for the folder or file that is open in it. */
export const receivedShare = (fileSharingId: string) =>
  queryOptions({
    queryKey: [...sharingKey, 'one', fileSharingId],
    queryFn: async ({ signal }) => {
      const { items } = await call(calls.innerSharing.page, { side: 'received', only: fileSharingId }, { signal });
      return items[0] ?? null;
    },
  });

/** Who has an item's share. Asked for each time it is shown: others may have changed it. */
export const shareDetail = (instanceId: string, fileSharingId: string | undefined) =>
  queryOptions({
    queryKey: [...sharingKey, 'detail', instanceId, fileSharingId ?? ''],
    queryFn: ({ signal }) =>
      call(calls.innerSharing.querySharingUsers, { instanceId, ...(fileSharingId !== undefined && { fileSharingId }) }, { signal }),
    staleTime: 0,
  });

/** Somebody gave or took something: the lists, and what is open inside a share, may be another now. */
export function sharingChanged(): void {
  void askAnew(sharingKey);
  for (const part of ['page', 'tree', 'detail']) void askAnew(['files', part]);
}
