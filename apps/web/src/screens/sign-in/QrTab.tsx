import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CheckCircle2, Clock, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { basePath } from '../../api/paths.ts';
import { mayPass } from '../../api/query-client.ts';
import { useCountdown } from '../../features/identity/use-countdown.ts';
import { formatDuration, t } from '../../i18n/index.ts';
import { QrCode } from '../../ui/qr-code/QrCode.tsx';
import { qrWay, rememberPlatform } from './remembered.ts';
import { SignInFailure } from './SignInFailure.tsx';
import { useEnter } from './use-enter.ts';
import styles from './QrTab.module.css';

const askEveryMs = 1500;

/** A code that this browser alone can use, and what the phone that scanned it says. */
export default function QrTab() {
  const [turn, setTurn] = useState(0);
  const code = useQuery({
    queryKey: ['signIn', 'qr', turn],
    queryFn: async () => {
      const { qrId, secondsLeft } = await call(calls.user.generateQrId, {}, { staysSignedOut: true });
      return { qrId, until: Date.now() + secondsLeft * 1000 };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const left = useCountdown(code.data?.until ?? null);
  const status = useStatus(code.data?.qrId, left > 0);
  const another = () => setTurn(turn + 1);

  if (code.error) return <Failed error={code.error} onAnother={another} />;
  if (status.error) return <Failed error={status.error} onAnother={another} />;
  if (!code.data) return <Loader className={styles.waiting} aria-label={t('common.loading')} />;
  const said = status.data?.status ?? 'waiting';
  const over = said === 'refused' ? 'refused' : said === 'expired' || (left === 0 && said !== 'confirmed') ? 'expired' : null;
  return (
    <div className={styles.tab}>
      <div className={styles.code} data-over={over !== null || said === 'scanned' || undefined}>
        <QrCode text={`${location.origin}${basePath}/qr/${code.data.qrId}`} label={t('identity.qrLabel')} size={200} />
        {over !== null && (
          <button type="button" className={styles.cover} onClick={another}>
            <RotateCw size={20} strokeWidth={1.75} aria-hidden />
            {t('identity.qrRefresh')}
          </button>
        )}
        {over === null && said === 'scanned' && (
          <span className={styles.cover}>
            <CheckCircle2 size={24} strokeWidth={1.75} aria-hidden />
          </span>
        )}
      </div>
      <div role="status" className={styles.words}>
        {over === 'refused' && <b>{t('identity.qrRefused')}</b>}
        {over === 'expired' && <b>{t('identity.qrExpired')}</b>}
        {over === null && said === 'scanned' && (
          <>
            <b>{t('identity.qrScanned')}</b>
            <p>{t('identity.qrScannedText')}</p>
          </>
        )}
        {over === null && said === 'waiting' && (
          <>
            <b>{t('identity.qrTitle')}</b>
            <p>{t('identity.qrText')}</p>
          </>
        )}
      </div>
      <p className={styles.left} data-over={over !== null || undefined}>
        <Clock size={14} strokeWidth={1.75} aria-hidden />
        {t('identity.qrLeft', { time: formatDuration(left) })}
        <button type="button" className={styles.another} onClick={another}>
          {t('identity.qrAnother')}
        </button>
      </p>
    </div>
  );
}

/** Asks again and again until the phone has answered. Its consent signs this browser in. */
function useStatus(qrId: string | undefined, isValid: boolean) {
  const enter = useEnter();
  const [search] = useSearchParams();
  const status = useQuery({
    queryKey: ['signIn', 'qr', 'status', qrId],
    queryFn: () => call(calls.user.queryStatusByQrId, { qrId: qrId ?? '' }, { staysSignedOut: true }),
    enabled: qrId !== undefined && isValid,
    refetchInterval: ({ state }) => (['waiting', 'scanned'].includes(state.data?.status ?? 'waiting') && !state.error ? askEveryMs : false),
    refetchIntervalInBackground: true,
    gcTime: 0,
    // The code stays valid while the network is away.
    retry: (_failures, error) => mayPass(error),
    retryDelay: askEveryMs,
  });
  const user = status.data?.user;
  useEffect(() => {
    if (!user) return;
    rememberPlatform(qrWay);
    void enter(user, search.get('redirect'));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the phone has consented
  }, [user]);
  return status;
}

const Failed = ({ error, onAnother }: { error: unknown; onAnother(): void }) => (
  <div className={styles.failed}>
    <SignInFailure error={error} />
    <Button size="md" fullWidth variant="default" onClick={onAnother}>
      {t('identity.qrAnother')}
    </Button>
  </div>
);
