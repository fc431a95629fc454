import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { safeRedirect, setUserName } from '../../api/session.ts';
import { basePath } from '../../api/paths.ts';
import { adoptsLanguage, currentUserQuery } from '../../api/current-user.ts';

interface Credentials {
  username: string;
  password: string;
  region?: string;
}

/** Signs in with a user name and password, then redirects to where the person was going. */
export function useSignIn() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return useMutation({
    mutationFn: (credentials: Credentials) => call(calls.user.signIn, credentials, { staysSignedOut: true }),
    onSuccess: async (user) => {
      const target = safeRedirect(search.get('redirect'));
      if (adoptsLanguage(user.language)) return location.replace(target);
      setUserName(user.userName);
      queries.removeQueries({ queryKey: ['user', 'capacity'] });
      queries.setQueryData(currentUserQuery.queryKey, user);
      await navigate(target.slice(basePath.length), { replace: true });
    },
  });
}
