import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { rememberPlatform, wanted } from './remembered.ts';

/** Leads to the sign-in of a platform, which leads back to where the person was going. */
export function usePlatform() {
  const [search] = useSearchParams();
  return useMutation({
    mutationFn: async (platformId: string) => {
      const returnTo = search.get('redirect') ?? undefined;
      const { address } = await call(calls.platform.startSignIn, { platformId, returnTo }, { staysSignedOut: true });
      rememberPlatform(platformId);
      wanted.keep(returnTo ?? null);
      location.assign(address);
      // The button stays busy until the browser has left.
      await new Promise((resolve) => setTimeout(resolve, 10_000));
    },
  });
}
