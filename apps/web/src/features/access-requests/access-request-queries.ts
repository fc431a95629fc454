import { queryOptions } from '@tanstack/react-query';
import { accessLevels, calls, everyItem, levelHeld, requestedLevels } from '@alcove/contract';
import type { AccessLevel, GroupLevel, Instance, PermissionItem } from '@alcove/contract';
import { call } from '../../api/index.ts';

export const accessKey = ['access'] as const;

/** What the reader asked for and nobody answered yet. */
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

/** What someone asks for who wants a level; and the level that holds what was asked for. */
const itemOfLevel = { viewOnly: 'list', download: 'download', edit: 'upload', externalSharing: 'share' } as const satisfies Record<
  AccessLevel,
  PermissionItem
>;
export const wantedItem = (level: AccessLevel): PermissionItem => itemOfLevel[level];
export const wantedLevel = (item: PermissionItem): AccessLevel =>
  requestedLevels.find((level) => itemOfLevel[level] === item) ?? 'viewOnly';

/** What a reader who may not edit here may ask for, the next step first; nothing for who may edit. */
export function levelsToAskFor({ fileAuth, instanceType }: Pick<Instance, 'fileAuth' | 'instanceType'>): AccessLevel[] {
  const held = levelHeld(fileAuth);
  const missing = accessLevels(instanceType, everyItem).filter((level) => requestedLevels.indexOf(level) > placeOf(held));
  return missing.includes('edit') ? missing : [];
}
const placeOf = (level: GroupLevel | null): number =>
  level === null ? -1 : level === 'manager' ? requestedLevels.length : requestedLevels.indexOf(level);
