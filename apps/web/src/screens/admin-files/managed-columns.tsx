import { Link2, UsersRound } from 'lucide-react';
import type { ManagedFile } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { nameColumn, namePhoneRow } from '../../items/item-columns.tsx';
import { CutCell, PersonCell, TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { levelNames } from './level-names.ts';
import styles from './admin-files.module.css';

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
  nameColumn({ id: 'name', width: 'minmax(0, 3fr)' }),
  {
    id: 'place',
    title: t('files.location'),
    width: 'minmax(0, 2fr)',
    needs: 620,
    cell: (item) => <CutCell text={placeOf(item)} />,
  },
  {
    id: 'owner',
    title: t('adminFiles.owner'),
    width: '124px',
    needs: 760,
    cell: ({ owner }) => <PersonCell id={owner.userId} name={owner.name} />,
  },
  {
    id: 'time',
    title: t('files.updated'),
    width: '124px',
    needs: 880,
    cell: ({ updateTime }) => <TimeCell at={updateTime} />,
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

export const managedPhoneRow = (item: ManagedFile): PhoneRow =>
  namePhoneRow(item, [
    item.owner.name,
    placeOf(item),
    ...(item.sensitivity === 'normal' ? [] : [t(levelNames[item.sensitivity])]),
    ...(item.links > 0 ? [t('adminFiles.linksOpen', { n: item.links })] : []),
  ]);
