import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call, refetch } from '../../../api/index.ts';

const scimKey = ['admin', 'scim'] as const;
export const scimChanged = (): void => void refetch(scimKey);

/** The platform pushes whenever it likes. */
export const scimStateQuery = (platformId: string) =>
  queryOptions({
    queryKey: [...scimKey, platformId],
    queryFn: ({ signal }) => call(calls.adminPlatform.scimState, { platformId }, { signal }),
    refetchInterval: 5000,
  });
