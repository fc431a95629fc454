import { Badge } from '@mantine/core';
import { Snowflake } from 'lucide-react';
import type { Account } from '@alcove/contract';
import { roleName } from '../../features/company-roles/role-names.ts';
import { formatFullTime, formatSize, roomUsed, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { CutCell, OnOffCell, TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import styles from './people.module.css';

const rolesOf = ({ roles }: Account): string => roles.map(roleName).join(t('common.comma'));
const dayOf = (stamp: string): string => formatFullTime(stamp).slice(0, 10);

function Name({ account, drags = false }: { account: Account; drags?: boolean }) {
  return (
    <span className={styles.cut} draggable={drags || undefined} title={[account.realName, account.userName].filter(Boolean).join(' · ')}>
      {account.realName}
      {account.userName !== '' && account.userName !== account.realName && <span className={styles.quiet}> {account.userName}</span>}
    </span>
  );
}

function Status({ status }: Pick<Account, 'status'>) {
  if (status === 'frozen')
    return (
      <Badge color="blue" leftSection={<Snowflake size={12} aria-hidden />}>
        {t('adminPeople.frozen')}
      </Badge>
    );
  if (status === 'left') return <Badge color="gray">{t('adminPeople.left')}</Badge>;
  if (status === 'expired') return <Badge color="red">{t('adminPeople.expired')}</Badge>;
  return <OnOffCell on>{t('adminPeople.active')}</OnOffCell>;
}

function Space({ usedBytes, quotaBytes }: Pick<Account, 'usedBytes' | 'quotaBytes'>) {
  const part = quotaBytes === null ? 0 : quotaBytes === 0 ? Number(usedBytes > 0) : Math.min(1, usedBytes / quotaBytes);
  return (
    <span className={styles.space}>
      <span className={styles.spaceText}>
        <span>{formatSize(usedBytes)}</span>
        <span className={styles.quiet}>{quotaBytes === null ? t('adminPeople.unlimited') : roomUsed(0, quotaBytes).total}</span>
      </span>
      <span className={styles.bar} aria-hidden>
        <i style={{ width: `${part * 100}%` }} data-full={part >= 0.9 || undefined} />
      </span>
    </span>
  );
}

/** `drags`: a row can be dragged onto a department, by its name. */
export const peopleColumns = (drags: boolean): Column<Account>[] => [
  {
    id: 'realName',
    title: t('adminPeople.name'),
    width: 'minmax(0, 1fr)',
    sortable: true,
    primary: true,
    cell: (account) => (
      <>
        <Avatar id={account.userId} name={account.realName} size={26} />
        <Name account={account} drags={drags} />
      </>
    ),
  },
  {
    id: 'accountName',
    title: t('adminPeople.account'),
    width: '132px',
    sortable: true,
    needs: 520,
    cell: ({ accountName }) => <CutCell text={accountName} />,
  },
  {
    id: 'department',
    title: t('adminPeople.department'),
    width: '120px',
    needs: 1090,
    cell: ({ departmentName }) => <CutCell text={departmentName || '—'} />,
  },
  {
    id: 'roles',
    title: t('adminPeople.role'),
    width: 'minmax(124px, 0.9fr)',
    needs: 640,
    cell: (account) => <CutCell text={rolesOf(account)} />,
  },
  { id: 'space', title: t('adminPeople.space'), width: '156px', needs: 820, cell: (account) => <Space {...account} /> },
  { id: 'status', title: t('adminPeople.status'), width: '92px', needs: 420, cell: ({ status }) => <Status status={status} /> },
  {
    id: 'expiresAt',
    title: t('adminPeople.validity'),
    width: '100px',
    sortable: true,
    needs: 900,
    cell: ({ expiresAt }) =>
      expiresAt === null ? t('adminPeople.noEnd') : <span title={formatFullTime(expiresAt)}>{dayOf(expiresAt)}</span>,
  },
  {
    id: 'lastSeen',
    title: t('adminPeople.lastSeen'),
    width: '120px',
    sortable: true,
    needs: 1010,
    cell: ({ lastSeen }) => (lastSeen === null ? t('adminPeople.never') : <TimeCell at={lastSeen} />),
  },
  {
    id: 'createTime',
    title: t('adminPeople.joined'),
    width: '108px',
    sortable: true,
    needs: 1200,
    cell: ({ createTime }) => <span title={formatFullTime(createTime)}>{dayOf(createTime)}</span>,
  },
];

export const peoplePhoneRow = (account: Account): PhoneRow => ({
  icon: <Avatar id={account.userId} name={account.realName} size={34} />,
  name: <Name account={account} />,
  facts: [account.accountName, account.departmentName, account.status === 'active' ? rolesOf(account) : t(`adminPeople.${account.status}`)]
    .filter(Boolean)
    .join(' · '),
});
