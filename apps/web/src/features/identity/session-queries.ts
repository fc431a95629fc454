import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';

/** Whose sessions an administrator looks at. */
export interface Colleague {
  userId: string;
  name: string;
}

export const sessionsKey = ['user', 'sessions'] as const;

/** Open sessions of the reader, or of somebody else. */
export const openSessions = (of: Colleague | undefined) =>
  queryOptions({
    queryKey: [...sessionsKey, of?.userId],
    queryFn: ({ signal }) =>
      of ? call(calls.adminUser.sessions, { userId: of.userId }, { signal }) : call(calls.user.sessions, {}, { signal }),
  });
