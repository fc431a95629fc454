import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { currentLanguage, t } from '../../i18n/index.ts';

/** Where to sign in and out, the system's title and the links that the administrator configured. */
export const signInWaysQuery = queryOptions({
  queryKey: ['user', 'signInWays'],
  queryFn: ({ signal }) => call(calls.user.checkRedirect, {}, { signal, staysSignedOut: true }),
  staleTime: Infinity,
});

export const useSignInWays = () => useQuery(signInWaysQuery).data;

/** The configured title, or the product's name. */
export function useSystemTitle(): string {
  return useSignInWays()?.systemTitle[currentLanguage()] || t('common.productName');
}
