import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { isSecondStep, useSecondStep } from './second-step.ts';
import { useEnter } from './use-enter.ts';

interface Credentials {
  username: string;
  password: string;
  region?: string;
  platform?: string;
}

/** Signs in with a user name and password, then redirects to where the person was going. */
export function useSignIn() {
  const enter = useEnter();
  const [search] = useSearchParams();
  const toSecondStep = useSecondStep();
  return useMutation({
    mutationFn: (credentials: Credentials) => call(calls.user.signIn, credentials, { staysSignedOut: true }),
    onSuccess: (user) => enter(user, search.get('redirect')),
    onError: (error) => isSecondStep(error) && void toSecondStep(),
  });
}
