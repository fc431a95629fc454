import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { calls, failures } from '@alcove/contract';
import { CallFailed } from '../../api/call-failed.ts';
import { setEnded } from '../../api/session.ts';
import { call } from '../../api/client.ts';
import { GiveFactor } from '../../features/second-factor/GiveFactor.tsx';
import type { GivenFactor } from '../../features/second-factor/GiveFactor.tsx';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { useOnce } from '../../ui/use-once.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { signInPath } from './second-step.ts';
import { useEnter } from './use-enter.ts';
import styles from './SecondStepPage.module.css';

const isOver = (error: unknown): boolean => error instanceof CallFailed && error.errcode === failures.SIGN_IN_STEP_OVER.errcode;

/** The second step of a sign-in. The server knows whose it is, so a reload or a second tab shows the same, until it is over. */
export default function SecondStepPage() {
  const navigate = useNavigate();
  const enter = useEnter();
  const [search] = useSearchParams();
  const redirect = search.get('redirect');
  const signIn = signInPath(redirect);
  const step = useQuery({
    queryKey: ['signInStep'],
    queryFn: ({ signal }) => call(calls.user.signInStep, {}, { staysSignedOut: true, signal }),
    retry: false,
    gcTime: 0,
  });
  const give = useMutation({
    mutationFn: (given: GivenFactor) => call(calls.user.giveSecondFactor, given, { staysSignedOut: true }),
    onSuccess: ({ user, returnTo }) => enter(user, redirect ?? returnTo),
  });
  const giveOnce = useOnce(give);
  const leave = useMutation({
    mutationFn: () => call(calls.user.leaveSignInStep, {}, { staysSignedOut: true }),
    onSettled: () => navigate(signIn, { replace: true }),
  });
  const over = isOver(step.error) || isOver(give.error);
  useEffect(() => {
    if (isOver(give.error)) setEnded(true);
    if (over) void navigate(signIn, { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it is over
  }, [over]);

  return (
    <SignInFrame title={t('security.oneMoreStep')} subtitle={t('security.oneMoreStepText')}>
      {step.error && !over && <ErrorState error={step.error} onRetry={() => void step.refetch()} />}
      {step.data && !over && (
        <>
          <div className={styles.account}>
            <Avatar id={step.data.accountName} name={step.data.realName} size={32} />
            <span className={styles.who}>
              <span>{step.data.realName}</span>
              <span className={styles.name}>{step.data.accountName}</span>
            </span>
            <button type="button" className={styles.other} onClick={() => leave.mutate()}>
              {t('security.otherAccount')}
            </button>
          </div>
          <GiveFactor
            factors={step.data.factors}
            purpose="step"
            isPending={give.isPending || give.isSuccess}
            error={give.error}
            submitLabel={t('security.verify')}
            onGive={(given, onRefused) => giveOnce(given, { onError: onRefused })}
          />
          <p className={styles.help}>{t('security.noneWorks')}</p>
        </>
      )}
    </SignInFrame>
  );
}
