import { formatTime, t } from '../../i18n/index.ts';
import { Building2 } from 'lucide-react';
import type { Instance, ShareItem, ShareSide } from '@alcove/contract';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { CutCell, PersonCell, TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { Thumb } from '../../items/Thumb.tsx';
import { roleName, rolesSummary } from '../../features/sharing/share-roles.ts';
import styles from '../../features/sharing/sharing.module.css';

/** Folders are marked as shared in both lists. */
const shown = ({ instance }: ShareItem): Instance => ({ ...instance, shared: true });

/** The expiration date, or “never”. */
const endOf = ({ expireTime }: ShareItem) =>
  expireTime === null ? <span className={styles.quiet}>{t('sharing.never')}</span> : <TimeCell at={expireTime} />;

/** The name of a single recipient, or the number of recipients. */
function receivers({ users, scope }: ShareItem): string {
  const all = scope.people + scope.departments;
  const [first] = users;
  return all === 1 && first ? first.name : t('sharing.more', { n: all });
}

function Faces({ share }: { share: ShareItem }) {
  const { users } = share;
  return (
    <span className={styles.faces} title={users.map(({ name }) => name).join(t('common.comma'))}>
      <span className={styles.discs}>
        {users.slice(0, 4).map(({ kind, id, name }) =>
          kind === 'person' ? (
            <Avatar key={id} id={id} name={name} size={22} />
          ) : (
            <span key={id} className={styles.building} aria-hidden>
              <Building2 size={13} strokeWidth={1.75} />
            </span>
          ),
        )}
      </span>
      <span className={styles.cut}>{receivers(share)}</span>
    </span>
  );
}

const nameColumn: Omit<Column<ShareItem>, 'title'> = {
  id: 'instanceName',
  width: 'minmax(0, 1fr)',
  sortable: true,
  primary: true,
  cell: (share) => (
    <>
      <Thumb item={shown(share)} size={24} picture={24} />
      <FileName name={share.instance.instanceName} />
    </>
  ),
};

export function shareColumns(side: ShareSide): Column<ShareItem>[] {
  const name = { ...nameColumn, title: t('sharing.name') };
  const created: Column<ShareItem> = {
    id: 'createTime',
    title: t('sharing.created'),
    width: '132px',
    sortable: true,
    needs: 640,
    cell: ({ createTime }) => <TimeCell at={createTime} />,
  };
  const ends: Column<ShareItem> = { id: 'expireTime', title: t('sharing.ends'), width: '124px', needs: 800, cell: endOf };
  if (side === 'initiated')
    return [
      name,
      { id: 'users', title: t('sharing.collaborators'), width: '168px', cell: (share) => <Faces share={share} /> },
      {
        id: 'roles',
        title: t('sharing.permission'),
        width: '168px',
        needs: 860,
        cell: ({ roles }) => <CutCell text={rolesSummary(roles)} />,
      },
      created,
      ends,
    ];
  return [
    name,
    {
      id: 'initiator',
      title: t('sharing.from'),
      width: '148px',
      needs: 560,
      cell: ({ initiator }) => <PersonCell id={initiator.userId} name={initiator.name} title={initiator.name} />,
    },
    { id: 'role', title: t('sharing.myRole'), width: '104px', cell: ({ role }) => roleName(role) },
    created,
    ends,
  ];
}

export const sharePhoneRow =
  (side: ShareSide) =>
  (share: ShareItem): PhoneRow => ({
    icon: <Thumb item={shown(share)} size={34} picture={40} />,
    name: <FileName name={share.instance.instanceName} />,
    facts: [
      side === 'received' ? share.initiator.name : receivers(share),
      side === 'received' ? roleName(share.role) : rolesSummary(share.roles),
      formatTime(share.createTime),
    ].join(' · '),
  });
