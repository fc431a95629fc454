import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { currentUserQuery } from '../../api/current-user.ts';
import { basePath } from '../../api/paths.ts';
import { safeRedirect } from '../../api/session.ts';
import { signOut } from '../../features/identity/sign-out.ts';
import { AddPasskey } from '../../features/second-factor/AddPasskey.tsx';
import { NewRecoveryCodes } from '../../features/second-factor/NewRecoveryCodes.tsx';
import { SetUpApp } from '../../features/second-factor/SetUpApp.tsx';
import { t } from '../../i18n/index.ts';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './SecondStepPage.module.css';

/** Where people whom the company asks for a second factor set one up. Nothing else is open to them until then. */
export default function EnrolPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isSetUp, setIsSetUp] = useState(false);
  const [byKey, setByKey] = useState(false);
  const SetUp = byKey ? AddPasskey : SetUpApp;
  const user = useQuery(currentUserQuery).data;
  const target = safeRedirect(search.get('redirect')).slice(basePath.length);
  if (user && !user.mustEnrol && !isSetUp) return <Navigate to={target} replace />;
  return (
    <SignInFrame
      title={t(isSetUp ? 'security.newCodes' : 'security.enrol')}
      subtitle={t(isSetUp ? 'security.recoveryCodesText' : 'security.enrolText')}
    >
      {isSetUp ? (
        <NewRecoveryCodes
          onDone={() => {
            // The answer may still be on its way, and until it is there, the target would lead back here.
            if (user) queries.setQueryData(currentUserQuery.queryKey, { ...user, mustEnrol: false });
            void navigate(target, { replace: true });
          }}
        />
      ) : (
        user && (
          <>
            <SetUp cancelLabel={t('identity.leave')} onCancel={() => void signOut()} onDone={() => setIsSetUp(true)} />
            {browserSupportsWebAuthn() && (
              <button type="button" className={styles.instead} onClick={() => setByKey(!byKey)}>
                {t(byKey ? 'security.useAppInstead' : 'security.usePasskeyInstead')}
              </button>
            )}
          </>
        )
      )}
    </SignInFrame>
  );
}
