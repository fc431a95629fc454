import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { failureMessage } from '../../api/call-failed.ts';
import { mayPass } from '../../api/query-client.ts';
import { useSystemTitle } from '../../features/identity/sign-in-ways.ts';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { ErrorState, StateView } from '../../ui/empty-state/index.ts';
import { Logo } from '../../ui/marks/Logo.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useOnce } from '../../ui/use-once.ts';
import { Question } from './Question.tsx';
import styles from './qr-confirm.module.css';

/** Where the code of a sign-in page leads: somebody who is signed in here lets that browser in, or refuses. */
export default function QrConfirmPage() {
  const { qrId = '' } = useParams();
  const user = useQuery(currentUserQuery).data;
  const system = useSystemTitle();
  const scanned = useQuery({
    queryKey: ['qr', qrId],
    queryFn: async () => {
      const { secondsLeft, ...asked } = await call(calls.user.confirmQr, { qrId });
      return { ...asked, until: Date.now() + secondsLeft * 1000 };
    },
    enabled: user !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  const answer = useAction(calls.user.confirmQr, { quiet: true });
  const name = user ? user.userRealName || user.userName : '';
  const passing = answer.error && mayPass(answer.error) ? answer.error : null;
  const error = scanned.error ?? (passing ? null : answer.error);
  const give = useOnce(answer);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo size={26} />
        <span className={styles.system}>{system}</span>
        {user && (
          <>
            <span className={styles.name}>{name}</span>
            <Avatar id={user.userId} name={name} size={28} />
          </>
        )}
      </header>
      <main className={styles.main}>
        {error && !mayPass(error) && <Over title={failureMessage(error, t('errors.unknown'))} />}
        {error && mayPass(error) && <ErrorState error={error} onRetry={() => void scanned.refetch()} />}
        {!error && answer.isSuccess && (
          <Over title={t(answer.variables.accept ? 'identity.qrDone' : 'identity.qrYouRefused')} text={t('identity.qrClose')} />
        )}
        {!error && !answer.isSuccess && !scanned.data && <Loader className={styles.waiting} aria-label={t('common.loading')} />}
        {!error && !answer.isSuccess && scanned.data && (
          <Question
            asked={scanned.data}
            isPending={answer.isPending}
            failure={passing && failureMessage(passing, t('errors.unknown'))}
            onAnswer={(accept) => give({ qrId, accept })}
          />
        )}
      </main>
    </div>
  );
}

const Over = ({ title, text }: { title: string; text?: string }) => (
  <div role="status" className={styles.over}>
    <StateView
      object="key"
      title={title}
      {...(text !== undefined && { text })}
      level={1}
      actions={
        <Button variant="default" size="lg" component="a" href="/disk/personalFile">
          {t('identity.qrOpen')}
        </Button>
      }
    />
  </div>
);
