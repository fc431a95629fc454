import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { t } from '../../i18n/index.ts';
import { basePath } from '../../api/paths.ts';
import { requestUserName, setSigningOut } from '../../api/session.ts';
import { tellSignedIn } from '../../api/signed-in.ts';
import { toast } from '../../ui/toast/toast.ts';
import { signInWaysQuery } from './sign-in-ways.ts';

/**
 * Ends the session and redirects to the sign-out page of the platform that opened it, or the configured one; or to the sign-in page, for whoever wants
 * to come back at once. If the request fails, the person stays and sees the failure.
 */
export async function signOut({ comesBack = false } = {}): Promise<void> {
  const userName = requestUserName();
  // Before the session ends: until the answer comes, each tab could notice that it has, and would take it for one that ended by itself.
  setSigningOut(true);
  tellSignedIn('');
  let address: string | null;
  try {
    ({ address } = await call(calls.user.logout, {}, { staysSignedOut: true }));
  } catch {
    setSigningOut(false);
    tellSignedIn(userName); // the other tabs come back
    toast.error(t('shell.signOutFailed'));
    return;
  }
  const target = comesBack ? null : queryClient.getQueryData(signInWaysQuery.queryKey)?.signOut;
  location.replace(address ?? (target || `${basePath}/signIn`));
}
