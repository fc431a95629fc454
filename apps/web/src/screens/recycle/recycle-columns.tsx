import { type RecycledItem, instanceTypes } from '@alcove/contract';
import { allowed } from '../../api/current-user.ts';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { kindOfName } from '../../items/file-kind.ts';
import { FileName } from '../../items/FileName.tsx';
import styles from './recycle.module.css';

const kindOf = (item: RecycledItem) => (item.classifierId === 'Folder' ? 'folder' : kindOfName(item.instanceName));
/** The remaining days are highlighted from here on. */
const fewDays = 3;

/** The space and folder path of an item; a text replaces a folder that is gone. */
export const placeOf = ({ originalPath, instanceType, spaceName }: RecycledItem): string => {
  if (originalPath === null) return t('recycle.placeGone');
  const space = instanceType === instanceTypes.personal ? t('files.title') : spaceName;
  return [space, ...originalPath.split('/').filter(Boolean)].join(' / ');
};

function DaysLeft({ days }: { days: number }) {
  return (
    <span className={styles.left} data-soon={days <= fewDays || undefined}>
      <span className={styles.track} aria-hidden>
        <span style={{ width: `${Math.min(100, (days / allowed().recycleDays) * 100)}%` }} />
      </span>
      {t('recycle.days', { n: days })}
    </span>
  );
}

export const recycleColumns = (): Column<RecycledItem>[] => [
  {
    id: 'instanceName',
    title: t('files.name'),
    width: 'minmax(0, 1fr)',
    sortable: true,
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
    title: t('recycle.place'),
    width: '208px',
    needs: 720,
    cell: (item) => (
      <span className={styles.cut} data-gone={item.originalPath === null || undefined} title={placeOf(item)}>
        {placeOf(item)}
      </span>
    ),
  },
  {
    id: 'deletedBy',
    title: t('recycle.deletedBy'),
    width: '128px',
    needs: 860,
    cell: ({ deletedBy }) => (
      <span className={styles.person}>
        <Avatar id={deletedBy} name={deletedBy} size={20} />
        <span className={styles.cut}>{deletedBy}</span>
      </span>
    ),
  },
  {
    id: 'deleteTime',
    title: t('recycle.deleted'),
    width: '132px',
    sortable: true,
    needs: 560,
    cell: ({ deleteTime }) => <span title={formatFullTime(deleteTime)}>{formatTime(deleteTime)}</span>,
  },
  { id: 'daysLeft', title: t('recycle.left'), width: '116px', cell: ({ daysLeft }) => <DaysLeft days={daysLeft} /> },
  {
    id: 'fileSize',
    title: t('files.size'),
    width: '96px',
    align: 'end',
    sortable: true,
    needs: 640,
    cell: ({ classifierId, fileSize, files }) =>
      fileSize === null ? (
        <span className={styles.counting}>{t('recycle.counting')}</span>
      ) : (
        <span title={classifierId === 'Folder' ? t('recycle.holds', { n: files ?? 0 }) : undefined}>{formatSize(fileSize)}</span>
      ),
  },
];

export const recyclePhoneRow = (item: RecycledItem): PhoneRow => ({
  icon: <FileIcon kind={kindOf(item)} size={34} />,
  name: <FileName name={item.instanceName} />,
  facts: [placeOf(item), t('recycle.days', { n: item.daysLeft })].join(' · '),
});
