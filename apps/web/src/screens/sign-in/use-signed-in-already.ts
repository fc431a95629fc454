import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { endedAt, requestUserName } from '../../api/session.ts';
import { hasSignedInSince } from '../../api/signed-in.ts';
import { useEnter } from './use-enter.ts';

/**
 * Leads on whoever comes to the sign-in page and is signed in: by the back button, a bookmark, or a reload after the answer was lost. True while that is
 * asked. Nobody is led on whose page has been told that the session is over, unless somebody signed in since: the two could lead to each other without end.
 */
export function useSignedInAlready(isOut: boolean): boolean {
  const enter = useEnter();
  const [search] = useSearchParams();
  const [asks] = useState(() => !isOut && !search.has('local') && requestUserName() === '' && hasSignedInSince(endedAt()));
  const { data, isLoading } = useQuery({
    queryKey: ['signIn', 'already'],
    queryFn: ({ signal }) => call(calls.user.currentUser, {}, { signal, staysSignedOut: true }),
    enabled: asks,
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) void enter(data, search.get('redirect'));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when there is an answer
  }, [data]);
  return isLoading || data !== undefined;
}
