import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatFullTime, formatDuration, t } from '../../i18n/index.ts';
import styles from './TimeLeft.module.css';

/** How long the link stays open; nothing if it has no end. */
export function TimeLeft({ until }: { until: string | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  if (until === null) return null;
  const seconds = (new Date(until).getTime() - now) / 1000;
  return (
    <span className={styles.left} title={formatFullTime(until)}>
      <Clock size={13} strokeWidth={1.75} aria-hidden />
      {t('visitor.timeLeft', { time: formatDuration(seconds) })}
    </span>
  );
}
