import { UserRound, Server } from 'lucide-react';
import type { LogEntry } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { CutCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { actionName, actorName, objectName } from './log-words.ts';
import styles from './logs.module.css';

export function Actor({ entry, size = 22 }: { entry: LogEntry; size?: number }) {
  const name = actorName(entry);
  const Icon = entry.actorKind === 'system' ? Server : UserRound;
  return (
    <span className={styles.actor}>
      {entry.who?.userId ? (
        <Avatar id={entry.who.userId} name={name} size={size} />
      ) : (
        <Icon className={styles.nobody} size={16} strokeWidth={1.75} aria-hidden />
      )}
      <span className={styles.cut} title={entry.who?.accountName ?? name}>
        {name}
      </span>
    </span>
  );
}

export const Result = ({ result }: Pick<LogEntry, 'result'>) => (
  <span className={styles.result} data-refused={result !== 0 || undefined}>
    <i aria-hidden />
    {t(result === 0 ? 'adminLogs.done' : 'adminLogs.refused')}
  </span>
);

/** With the drawer beside it, the table keeps time, person, action, object and result. */
export const logColumns = (): Column<LogEntry>[] => [
  {
    id: 'time',
    title: t('adminLogs.time'),
    width: '148px',
    cell: ({ time }) => <span className={styles.time}>{formatFullTime(time)}</span>,
  },
  { id: 'person', title: t('adminLogs.person'), width: '124px', needs: 520, cell: (entry) => <Actor entry={entry} /> },
  {
    id: 'action',
    title: t('adminLogs.action'),
    width: '136px',
    primary: true,
    cell: ({ action }) => <CutCell text={actionName(action)} />,
  },
  {
    id: 'object',
    title: t('adminLogs.object'),
    width: 'minmax(0, 1fr)',
    needs: 420,
    cell: (entry) => <CutCell text={objectName(entry)} />,
  },
  { id: 'result', title: t('adminLogs.result'), width: '84px', needs: 480, cell: (entry) => <Result {...entry} /> },
  { id: 'address', title: t('adminLogs.address'), width: '128px', needs: 900, cell: ({ address }) => <CutCell text={address ?? '—'} /> },
  { id: 'region', title: t('adminLogs.region'), width: '112px', needs: 1020, cell: ({ region }) => <CutCell text={region?.name ?? '—'} /> },
  { id: 'device', title: t('adminLogs.device'), width: '148px', needs: 1120, cell: ({ device }) => <CutCell text={device ?? '—'} /> },
];

export const logPhoneRow = (entry: LogEntry): PhoneRow => ({
  icon: entry.who?.userId ? (
    <Avatar id={entry.who.userId} name={actorName(entry)} size={34} />
  ) : (
    <UserRound className={styles.nobody} size={22} strokeWidth={1.75} aria-hidden />
  ),
  name: [actionName(entry.action), ...(entry.object ? [objectName(entry)] : [])].join(' · '),
  facts: [formatFullTime(entry.time), actorName(entry), ...(entry.result === 0 ? [] : [t('adminLogs.refused')])].join(' · '),
});
