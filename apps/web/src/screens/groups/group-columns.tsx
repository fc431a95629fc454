import { Badge } from '@mantine/core';
import type { Group } from '@alcove/contract';
import { roomUsed, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { levelName } from '../../items/level-name.ts';
import { SpaceBar } from '../../ui/space-bar/SpaceBar.tsx';
import styles from './group-columns.module.css';
import shared from '../../items/shared.module.css';

const dissolving = (group: Group) => group.dissolveTime !== null && <Badge color="yellow">{t('groups.dissolving')}</Badge>;

/** A group's name opens it. */
export const groupColumns = (open: (group: Group) => void): Column<Group>[] => [
  {
    id: 'groupName',
    title: t('groups.name'),
    width: 'minmax(0, 1fr)',
    sortable: true,
    primary: true,
    cell: (group) => (
      <>
        <FileIcon kind="folderShared" />
        <button
          type="button"
          tabIndex={-1}
          className={styles.name}
          title={group.description || group.groupName}
          onClick={() => open(group)}
        >
          {group.groupName}
        </button>
        {dissolving(group)}
      </>
    ),
  },
  {
    id: 'leader',
    title: t('groups.leader'),
    width: '140px',
    needs: 820,
    cell: ({ leader }) => (
      <span className={styles.person}>
        <Avatar id={leader.userId} name={leader.name} size={20} />
        <span className={shared.cut}>{leader.name}</span>
      </span>
    ),
  },
  { id: 'members', title: t('groups.members'), width: '72px', needs: 560, cell: ({ memberCount }) => memberCount },
  {
    id: 'usedSize',
    title: t('groups.space'),
    width: '196px',
    sortable: true,
    needs: 640,
    cell: ({ usedSize, preallocatedSize }) => <SpaceBar used={usedSize} total={preallocatedSize} />,
  },
  {
    id: 'level',
    title: t('groups.level'),
    width: '124px',
    cell: (group) => (group.identity === 'owner' ? t('groups.owner') : levelName(group.level)),
  },
  {
    id: 'createTime',
    title: t('groups.created'),
    width: '124px',
    sortable: true,
    needs: 960,
    cell: ({ createTime }) => <TimeCell at={createTime} />,
  },
];

export const groupPhoneRow = (group: Group): PhoneRow => ({
  icon: <FileIcon kind="folderShared" size={34} />,
  name: (
    <span className={styles.phoneName}>
      <span className={shared.cut}>{group.groupName}</span>
      {dissolving(group)}
    </span>
  ),
  facts: [
    group.identity === 'owner' ? t('groups.owner') : levelName(group.level),
    t('common.people', { n: group.memberCount }),
    t('groups.usedOf', roomUsed(group.usedSize, group.preallocatedSize)),
  ].join(' · '),
});
