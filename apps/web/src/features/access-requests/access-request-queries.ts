import { queryOptions } from '@tanstack/react-query';
import { calls, everyItem, givableLevels, includesLevel, requestedLevels, spaceKindOf } from '@alcove/contract';
import type { AccessLevel, Instance, PermissionItem } from '@alcove/contract';
import { fileRoles } from '../../api/current-user.ts';
import { call } from '../../api/index.ts';

export const accessKey = ['access'] as const;

/** The reader's own pending requests. */
export const ownRequests = queryOptions({
  queryKey: [...accessKey, 'own'],
  queryFn: ({ signal }) => call(calls.access.mine, {}, { signal }),
});

export const requestDetail = (requestId: string) =>
  queryOptions({
    queryKey: [...accessKey, 'detail', requestId],
    queryFn: ({ signal }) => call(calls.access.detail, { requestId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Maps a level to the permission item that a request for it names, and back. */
const itemOfLevel = { viewOnly: 'list', download: 'download', edit: 'upload', externalSharing: 'share' } as const satisfies Record<
  AccessLevel,
  PermissionItem
>;
export const wantedItem = (level: AccessLevel): PermissionItem => itemOfLevel[level];
export const wantedLevel = (item: PermissionItem): AccessLevel =>
  requestedLevels.find((level) => itemOfLevel[level] === item) ?? 'viewOnly';

/** The levels that a reader without edit rights can request, lowest first; empty for those who can edit. */
export function levelsToAskFor({ fileAuth, instanceType }: Pick<Instance, 'fileAuth' | 'instanceType'>): AccessLevel[] {
  const roles = fileRoles();
  const missing = givableLevels(roles, 'answer', { spaceKind: spaceKindOf(instanceType), items: everyItem }).filter(
    (level) => !includesLevel(roles, fileAuth, level),
  );
  return missing.includes('edit') ? missing : [];
}
