import { Badge, Button } from '@mantine/core';
import type { OpenSession } from '@alcove/contract';
import { DeviceIcon, deviceName, placeName, wayName } from '../../features/identity/device-words.tsx';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import styles from './sessions.module.css';

interface SessionRowProps {
  session: OpenSession;
  disabled: boolean;
  onEnd(): void;
}

export function SessionRow({ session, disabled, onEnd }: SessionRowProps) {
  const name = deviceName(session.agent);
  const phone = usePhone();
  return (
    <tr>
      <th scope="row">
        <span className={styles.device}>
          <DeviceIcon {...session} />
          <span className={styles.cut} title={session.agent}>
            {name}
          </span>
          {session.kind === 'client' && <Badge color="gray">{t('identity.client')}</Badge>}
          {session.askedDevice !== null && <Badge color="yellow">{t('identity.newDevice')}</Badge>}
          {session.current && <Badge color="pine">{t('identity.thisDevice')}</Badge>}
        </span>
      </th>
      <td>{`${placeName(session)} · ${session.address}`}</td>
      <td title={formatFullTime(session.createTime)}>
        {formatTime(session.createTime)}
        <span className={styles.way}>{wayName(session)}</span>
      </td>
      <td title={formatFullTime(session.lastTime)}>
        {/* The heads of the columns are not shown on phones. */}
        {phone && !session.current && <span className={styles.label}>{t('identity.columnUsed')}</span>}
        {session.current ? t('identity.usedNow') : formatTime(session.lastTime)}
      </td>
      <td>
        {!session.current && (
          <Button
            variant="default"
            size={phone ? 'lg' : 'xs'}
            aria-label={t('identity.endOne', { name })}
            disabled={disabled}
            onClick={onEnd}
          >
            {t('identity.end')}
          </Button>
        )}
      </td>
    </tr>
  );
}
