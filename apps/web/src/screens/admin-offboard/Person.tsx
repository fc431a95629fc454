import { Badge } from '@mantine/core';
import { Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Leaver } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import styles from './offboard.module.css';

/** Who leaves. */
export function Person({ person, children }: { person: Leaver; children?: ReactNode }) {
  const { userId, name, accountName, departmentName, status, createTime, frozenTime } = person;
  const facts = [
    accountName,
    departmentName,
    t('adminOffboard.joined', { date: formatFullTime(createTime).slice(0, 10) }),
    ...(frozenTime === null || status === 'left' ? [] : [t('adminOffboard.frozenSince', { time: formatTime(frozenTime) })]),
  ];
  return (
    <div className={styles.person}>
      <Avatar id={userId} name={name} size={40} />
      <div className={styles.personText}>
        <span className={styles.personName}>
          <b>{name}</b>
          {status === 'frozen' && (
            <Badge color="blue" leftSection={<Snowflake size={12} aria-hidden />}>
              {t('adminOffboard.frozenNow')}
            </Badge>
          )}
          {status === 'left' && <Badge color="gray">{t('adminOffboard.left')}</Badge>}
        </span>
        <span className={styles.quiet}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {children}
    </div>
  );
}
