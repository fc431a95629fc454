import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useRef } from 'react';
import { useEndSessions } from '../../features/identity/use-end-sessions.ts';
import { openSessions } from '../../features/identity/session-queries.ts';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { NewDevices } from './NewDevices.tsx';
import { SessionRow } from './SessionRow.tsx';
import styles from './sessions.module.css';

/** The reader's open sessions, most recently used first. All but this one can be ended, one by one or together. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(openSessions(undefined));
  const table = useRef<HTMLTableElement>(null);
  const { end, isPending } = useEndSessions(undefined, () => table.current?.focus());
  const phone = usePhone();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={5} />;
  const others = data.filter(({ current }) => !current);
  return (
    <>
      <NewDevices sessions={data} />
      <section aria-label={t('identity.devicesList')}>
        <header className={styles.head}>
          <h2>
            {t('identity.devicesList')} <span>{data.length}</span>
          </h2>
          {others.length > 0 && (
            <Button
              variant="default"
              color="red"
              size={phone ? 'lg' : 'xs'}
              leftSection={<LogOut size={16} strokeWidth={1.75} aria-hidden />}
              disabled={isPending}
              onClick={() => end(others)}
            >
              {t('identity.endOthers', { n: others.length })}
            </Button>
          )}
        </header>
        <table ref={table} className={styles.sessions} tabIndex={-1} aria-label={t('identity.devicesList')}>
          <thead>
            <tr>
              <th scope="col">{t('identity.columnDevice')}</th>
              <th scope="col">{t('identity.columnPlace')}</th>
              <th scope="col">{t('identity.columnSignedIn')}</th>
              <th scope="col">{t('identity.columnUsed')}</th>
              <th scope="col">
                <VisuallyHidden>{t('identity.end')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((session) => (
              <SessionRow key={session.sessionId} session={session} disabled={isPending} onEnd={() => end([session])} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
