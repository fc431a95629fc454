import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { CurrentUser } from '@alcove/contract';
import { adoptsLanguage, currentUserQuery } from '../../api/current-user.ts';
import { basePath } from '../../api/paths.ts';
import { requestUserName, safeRedirect, setEnded, setUserName } from '../../api/session.ts';
import { tellSignedIn } from '../../api/signed-in.ts';

/** Leads somebody who has signed in to where they were going. */
export function useEnter() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (user: CurrentUser, wanted: string | null): Promise<void> => {
    setEnded(false);
    tellSignedIn(user.userName);
    const target = safeRedirect(wanted);
    if (adoptsLanguage(user.language)) return location.replace(target);
    // Of the person before, nothing is kept.
    if (requestUserName() !== '' && requestUserName() !== user.userName) queries.removeQueries();
    setUserName(user.userName);
    queries.removeQueries({ queryKey: ['user', 'capacity'] });
    queries.setQueryData(currentUserQuery.queryKey, user);
    await navigate(target.slice(basePath.length), { replace: true });
  };
}
