import { Badge, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useRef } from 'react';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { DeviceIcon, deviceName, placeName, wayName } from './device-words.tsx';
import { openSessions, type Colleague } from './session-queries.ts';
import { useEndSessions } from './use-end-sessions.ts';
import styles from './SessionsDialog.module.css';

interface SessionsDialogProps {
  of: Colleague;
  onClose(): void;
}

/** Open sessions of a colleague, most recently used first. All but the reader's own current one can be ended, one by one or together. */
export default function SessionsDialog({ of, onClose }: SessionsDialogProps) {
  const { data, error, refetch } = useQuery(openSessions(of));
  const list = useRef<HTMLUListElement>(null);
  const phone = usePhone();
  const { end, isPending } = useEndSessions(of, () => list.current?.focus());
  const others = (data ?? []).filter(({ current }) => !current);
  return (
    <Dialog opened onClose={onClose} size={600} fullScreen={phone} title={t('identity.devicesOf', { name: of.name })}>
      {data?.length === 0 && <p className={styles.text}>{t('identity.noDevices')}</p>}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-busy className={styles.waiting} aria-label={t('common.loading')}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={20} />
          ))}
        </div>
      )}
      {data && (
        <ul ref={list} className={styles.list} tabIndex={-1} aria-label={t('identity.devicesList')}>
          {data.map((session) => (
            <li key={session.sessionId} className={styles.row}>
              <span className={styles.icon}>
                <DeviceIcon {...session} />
              </span>
              <span className={styles.facts}>
                <span className={styles.name}>
                  <span className={styles.cut} title={session.agent}>
                    {deviceName(session.agent)}
                  </span>
                  {session.kind === 'client' && <Badge color="gray">{t('identity.client')}</Badge>}
                  {session.askedDevice !== null && <Badge color="yellow">{t('identity.newDevice')}</Badge>}
                  {session.current && <Badge color="pine">{t('identity.thisDevice')}</Badge>}
                </span>
                <span className={styles.use} title={t('identity.signedInAt', { time: formatFullTime(session.createTime) })}>
                  {[
                    `${placeName(session)} ${session.address}`,
                    wayName(session),
                    session.current ? t('identity.usedNow') : t('identity.lastUsed', { time: formatTime(session.lastTime) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {!session.current && (
                <Button
                  variant="default"
                  size={phone ? 'lg' : 'xs'}
                  aria-label={t('identity.endOne', { name: deviceName(session.agent) })}
                  disabled={isPending}
                  onClick={() => end([session])}
                >
                  {t('identity.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className={styles.actions}>
          <Button
            variant="default"
            color="red"
            size={phone ? 'lg' : 'sm'}
            leftSection={<LogOut size={16} strokeWidth={1.75} aria-hidden />}
            disabled={isPending}
            onClick={() => end(others)}
          >
            {t('identity.endAll', { n: others.length })}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
