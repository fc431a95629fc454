import { Link2, UsersRound } from 'lucide-react';
import type { ManagedFile } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { kindOfName } from '../../items/file-kind.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { levelNames } from './level-names.ts';
import styles from './admin-files.module.css';

export const kindOf = (item: ManagedFile) => (item.classifierId === 'Folder' ? 'folder' : kindOfName(item.instanceName, item.category));
export const placeOf = ({ spaceName, folders }: ManagedFile): string => [spaceName, ...folders].join(' / ');
const sizeOf = (item: ManagedFile): string => (item.classifierId === 'Folder' ? '—' : formatSize(item.fileSize));

function Given({ n, Icon, title }: { n: number; Icon: typeof Link2; title: string }) {
  if (n === 0) return <span className={styles.quiet}>—</span>;
  return (
    <span className={styles.given} title={title}>
      <Icon size={14} strokeWidth={1.75} aria-hidden /> {n}
    </span>
  );
}

export const managedColumns = (): Column<ManagedFile>[] => [
  {
    id: 'name',
    title: t('files.name'),
    width: 'minmax(0, 3fr)',
    primary: true,
    cell: (item) => (
      <>
        <FileIcon kind={kindOf(item)} />
        <FileName name={item.instanceName} />
      </>
    ),
  },
  {
    id: 'place',
    title: t('files.location'),
    width: 'minmax(0, 2fr)',
    needs: 620,
    cell: (item) => (
      <span className={styles.cut} title={placeOf(item)}>
        {placeOf(item)}
      </span>
    ),
  },
  {
    id: 'owner',
    title: t('adminFiles.owner'),
    width: '124px',
    needs: 760,
    cell: ({ owner }) => (
      <span className={styles.person}>
        <Avatar id={owner.userId} name={owner.name} size={20} />
        <span className={styles.cut}>{owner.name}</span>
      </span>
    ),
  },
  {
    id: 'time',
    title: t('files.updated'),
    width: '124px',
    needs: 880,
    cell: ({ updateTime }) => <span title={formatFullTime(updateTime)}>{formatTime(updateTime)}</span>,
  },
  {
    id: 'level',
    title: t('files.sensitivity'),
    width: '84px',
    cell: ({ sensitivity }) => (
      <span className={styles.level} data-level={sensitivity}>
        {t(levelNames[sensitivity])}
      </span>
    ),
  },
  { id: 'size', title: t('files.size'), width: '88px', align: 'end', needs: 560, cell: sizeOf },
  {
    id: 'shared',
    title: t('adminFiles.shared'),
    width: '64px',
    align: 'end',
    needs: 980,
    cell: ({ sharedWith: n }) => <Given n={n} Icon={UsersRound} title={t('adminFiles.sharedWith', { n })} />,
  },
  {
    id: 'links',
    title: t('adminFiles.links'),
    width: '64px',
    align: 'end',
    needs: 680,
    cell: ({ links: n }) => <Given n={n} Icon={Link2} title={t('adminFiles.linksOpen', { n })} />,
  },
];

export const managedPhoneRow = (item: ManagedFile): PhoneRow => ({
  icon: <FileIcon kind={kindOf(item)} size={34} />,
  name: <FileName name={item.instanceName} />,
  facts: [
    item.owner.name,
    placeOf(item),
    ...(item.sensitivity === 'normal' ? [] : [t(levelNames[item.sensitivity])]),
    ...(item.links > 0 ? [t('adminFiles.linksOpen', { n: item.links })] : []),
  ].join(' · '),
});
