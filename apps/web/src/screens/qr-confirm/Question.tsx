import { Button } from '@mantine/core';
import { Clock, Globe, MapPin, Monitor } from 'lucide-react';
import type { ReactNode } from 'react';
import { deviceName, placeName } from '../../features/identity/device-words.tsx';
import { useSystemTitle } from '../../features/identity/sign-in-ways.ts';
import { useCountdown } from '../../features/identity/use-countdown.ts';
import { formatDuration, formatTime, t } from '../../i18n/index.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { NicheWith } from '../../ui/marks/Niche.tsx';
import styles from './qr-confirm.module.css';

interface QuestionProps {
  asked: { agent: string; address: string; place: string | null; createTime: string; until: number };
  isPending: boolean;
  /** Why the answer did not arrive; it can be given again. */
  failure: string | null;
  onAnswer(accept: boolean): void;
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Which browser asks, where it is, and whether to let it in. */
export function Question({ asked, isPending, failure, onAnswer }: QuestionProps) {
  const left = useCountdown(asked.until);
  const system = useSystemTitle();
  if (left === 0)
    return (
      <p role="status" className={styles.expired}>
        {t('identity.qrOverOnPhone')}
      </p>
    );
  return (
    <>
      <NicheWith object="key" size={160} />
      <h1>{t('identity.qrAsk', { system })}</h1>
      <p className={styles.text}>{t('identity.qrAskText')}</p>
      <dl className={styles.facts}>
        <Fact icon={<Monitor {...icon} />} name={t('identity.columnDevice')} value={deviceName(asked.agent)} />
        <Fact icon={<MapPin {...icon} />} name={t('identity.qrPlace')} value={placeName(asked)} />
        <Fact icon={<Clock {...icon} />} name={t('identity.qrTime')} value={formatTime(asked.createTime)} />
        <Fact icon={<Globe {...icon} />} name={t('identity.qrAddress')} value={asked.address} />
      </dl>
      <p className={styles.warning}>{t('identity.qrWarning')}</p>
      <div className={styles.answers}>
        <p>
          <Clock size={14} strokeWidth={1.75} aria-hidden />
          {t('identity.qrLeft', { time: formatDuration(left) })}
        </p>
        <Refused text={failure ?? ''} />
        <Button size="lg" fullWidth loading={isPending} onClick={() => onAnswer(true)}>
          {t('identity.qrAccept')}
        </Button>
        <Button size="lg" fullWidth variant="default" color="red" disabled={isPending} onClick={() => onAnswer(false)}>
          {t('identity.qrRefuse')}
        </Button>
      </div>
    </>
  );
}

const Fact = ({ icon: sign, name, value }: { icon: ReactNode; name: string; value: string }) => (
  <div>
    <dt>
      {sign}
      {name}
    </dt>
    <dd>{value}</dd>
  </div>
);
