import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { isUnanswered } from '../../api/repeat-change.ts';
import { useSystemTitle } from '../../features/identity/sign-in-ways.ts';
import { t } from '../../i18n/index.ts';
import { wanted } from './remembered.ts';
import { isSecondStep, signInPath, useSecondStep } from './second-step.ts';
import { SignInFailure } from './SignInFailure.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useEnter } from './use-enter.ts';
import styles from './SignInPage.module.css';

/**
 * Where a platform leads back to. What it sent is used once, however often the page is drawn. If nothing answered, it can be sent again, because it may
 * not have arrived.
 */
export default function PlatformBackPage() {
  const { platformId = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const enter = useEnter();
  const sent = (name: string) => search.get(name) || undefined;
  const fields = { platformId, state: sent('state') ?? '-', code: sent('code'), iss: sent('iss'), error: sent('error') };
  const { data, error, refetch } = useQuery({
    queryKey: ['signIn', fields.state],
    queryFn: () => call(calls.platform.finishSignIn, fields, { staysSignedOut: true }),
    retry: false,
    staleTime: Infinity,
  });
  const toSecondStep = useSecondStep(wanted.read());
  const isNext = isSecondStep(error);
  useEffect(() => {
    if (isNext) void toSecondStep();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when there is an answer
  }, [isNext]);
  useEffect(() => {
    if (data) void enter(data.user, data.returnTo);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when there is an answer
  }, [data]);

  return (
    <SignInFrame title={t('identity.title', { system: useSystemTitle() })} subtitle={t('identity.subtitle')}>
      {error && !isNext ? (
        <div className={styles.form}>
          <SignInFailure error={error} />
          {isUnanswered(error) ? (
            <Button size="md" fullWidth onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          ) : (
            <Button size="md" fullWidth onClick={() => void navigate(signInPath(wanted.read()), { replace: true })}>
              {t('identity.tryAgain')}
            </Button>
          )}
        </div>
      ) : (
        <p role="status" className={styles.leading}>
          <Loader size={16} />
          {t('identity.finishing')}
        </p>
      )}
    </SignInFrame>
  );
}
