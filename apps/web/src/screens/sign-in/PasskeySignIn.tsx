import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { KeyButton } from '../../features/second-factor/KeyButton.tsx';
import type { SignedByKey } from '../../features/second-factor/passkeys.ts';
import { useOnce } from '../../ui/use-once.ts';
import { SignInFailure } from './SignInFailure.tsx';
import { useEnter } from './use-enter.ts';
import styles from './SignInPage.module.css';

/** Where the company allows it, a passkey is all it takes. */
export function PasskeySignIn() {
  const enter = useEnter();
  const [search] = useSearchParams();
  const signIn = useMutation({
    mutationFn: (passkey: SignedByKey) => call(calls.user.signInWithPasskey, { passkey }, { staysSignedOut: true }),
    onSuccess: (user) => enter(user, search.get('redirect')),
  });
  const signInOnce = useOnce(signIn);
  return (
    <div className={styles.passkey}>
      <KeyButton
        purpose="signIn"
        variant="default"
        isPending={signIn.isPending || signIn.isSuccess}
        onSigned={(passkey) => signInOnce(passkey)}
      />
      {signIn.isError && <SignInFailure error={signIn.error} />}
    </div>
  );
}
