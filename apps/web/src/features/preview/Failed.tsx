import { useEffect, useRef } from 'react';
import { CallFailed } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import styles from './preview.module.css';

/** A failed load with a retry button; it retries by itself when the network returns. Without `error`, the link itself failed. */
export function Failed({ error, onRetry }: { error?: unknown; onRetry(): void }) {
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    const back = (): void => retry.current();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
  const told = error instanceof CallFailed ? error : new CallFailed({ errcode: -1, errmsg: t('preview.unreachable'), status: 0 });
  return (
    <div className={styles.message}>
      <ErrorState title={t('preview.failed')} error={told} onRetry={onRetry} />
    </div>
  );
}
