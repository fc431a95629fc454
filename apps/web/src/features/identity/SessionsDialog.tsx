import { Badge, Button, Modal, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { AppWindow, LogOut, Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { calls, deviceOf, type OpenSession } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { useAction } from '../../ui/use-action.ts';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import styles from './SessionsDialog.module.css';

/** The most sessions that one call can end. */
const mostAtOnce = 100;
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** Whose sessions an administrator looks at. */
export interface Colleague {
  userId: string;
  name: string;
}

const openSessions = (of: Colleague | undefined) =>
  queryOptions({
    queryKey: ['user', 'sessions', of?.userId],
    queryFn: ({ signal }) =>
      of ? call(calls.adminUser.sessions, { userId: of.userId }, { signal }) : call(calls.user.sessions, {}, { signal }),
  });

/** `Windows · Chrome 131`; the desktop app by the name it gives itself. */
function nameOf({ agent, kind }: OpenSession): string {
  const { system, browser } = deviceOf(agent);
  if (kind === 'client' || (system === null && browser === null)) return agent || t('identity.unknownDevice');
  return [system, browser].filter(Boolean).join(' · ');
}

function DeviceIcon({ session: { agent, kind } }: { session: OpenSession }) {
  if (deviceOf(agent).handheld) return <Smartphone {...icon} />;
  return kind === 'client' ? <AppWindow {...icon} /> : <Monitor {...icon} />;
}

interface SessionsDialogProps {
  /** Missing: the reader themselves. */
  of?: Colleague;
  onClose(): void;
}

/** Open sessions, most recently used first. All but the reader's current one can be ended, one by one or together. */
export default function SessionsDialog({ of, onClose }: SessionsDialogProps) {
  const { data, error, refetch } = useQuery(openSessions(of));
  const list = useRef<HTMLUListElement>(null);
  const phone = usePhone();
  const ended = {
    refreshes: [openSessions(of).queryKey],
    onDone: (answer: { ended: number }) => {
      toast.success(t('identity.sessionsEnded', { n: answer.ended }));
      // The pressed button disappears with its row.
      list.current?.focus();
    },
  };
  const endOwn = useAction(calls.user.endSession, ended);
  const endTheirs = useAction(calls.adminUser.endSessions, ended);
  const isPending = endOwn.isPending || endTheirs.isPending;
  const others = (data ?? []).filter(({ current }) => !current);
  const endThem = (sessions: readonly OpenSession[]) => {
    if (isPending) return;
    const sessionIds = sessions.slice(0, mostAtOnce).map(({ sessionId }) => sessionId);
    if (of) endTheirs.mutate({ userId: of.userId, sessionIds });
    else endOwn.mutate({ sessionIds });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={600}
      fullScreen={phone}
      title={of ? t('identity.devicesOf', { name: of.name }) : t('identity.devices')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      // A header with the banner role must be the page's own.
      attributes={{ header: { role: 'presentation' } }}
    >
      {(!of || data?.length === 0) && <p className={styles.text}>{of ? t('identity.noDevices') : t('identity.devicesText')}</p>}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-busy className={styles.waiting} aria-label={t('common.loading')}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={20} />
          ))}
        </div>
      )}
      {data && (
        <ul ref={list} className={styles.list} tabIndex={-1} aria-label={t('identity.devices')}>
          {data.map((session) => (
            <li key={session.sessionId} className={styles.row}>
              <span className={styles.icon}>
                <DeviceIcon session={session} />
              </span>
              <span className={styles.facts}>
                <span className={styles.name}>
                  <span className={styles.cut} title={session.agent}>
                    {nameOf(session)}
                  </span>
                  {session.kind === 'client' && <Badge color="gray">{t('identity.client')}</Badge>}
                  {session.current && <Badge color="pine">{t('identity.thisDevice')}</Badge>}
                </span>
                <span className={styles.use} title={t('identity.signedInAt', { time: formatFullTime(session.createTime) })}>
                  {[
                    session.address,
                    session.current ? t('identity.usedNow') : t('identity.lastUsed', { time: formatTime(session.lastTime) }),
                  ].join(' · ')}
                </span>
              </span>
              {!session.current && (
                <Button
                  variant="default"
                  size={phone ? 'lg' : 'xs'}
                  aria-label={t('identity.endOne', { name: nameOf(session) })}
                  disabled={isPending}
                  onClick={() => endThem([session])}
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
            onClick={() => endThem(others)}
          >
            {t(of ? 'identity.endAll' : 'identity.endOthers', { n: others.length })}
          </Button>
        </div>
      )}
    </Modal>
  );
}
