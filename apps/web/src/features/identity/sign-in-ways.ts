import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { currentLanguage, t } from '../../i18n/index.ts';

/** The configured sign-in and sign-out addresses, system title and links. */
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
