import type { SecondBinItem } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { kindOfName } from '../../items/file-kind.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import styles from './second-bin.module.css';

const kindOf = (item: SecondBinItem) => (item.classifierId === 'Folder' ? 'folder' : kindOfName(item.instanceName, item.category));
/** The remaining days are highlighted from here on. */
const fewDays = 3;

export const placeOf = ({ wholeGroup, spaceName, originalPath }: SecondBinItem): string =>
  wholeGroup ? t('adminBin.wholeGroup') : [spaceName, ...originalPath].join(' / ');

/** What becomes of it, and when. */
export function fateOf(item: SecondBinItem): string {
  if (item.held) return t('adminBin.held');
  if (item.removeTime === null) return t('adminBin.days', { n: item.daysLeft });
  return Date.parse(item.removeTime) <= Date.now() ? t('adminBin.goesSoon') : t('adminBin.goesAt', { time: formatTime(item.removeTime) });
}

function Fate({ item, days }: { item: SecondBinItem; days: number }) {
  const marked = item.removeTime !== null;
  return (
    <span className={styles.left} data-soon={marked || item.daysLeft <= fewDays || undefined}>
      {!marked && (
        <span className={styles.track} aria-hidden>
          <span style={{ width: `${Math.min(100, (item.daysLeft / days) * 100)}%` }} />
        </span>
      )}
      <span className={styles.cut} title={marked ? fateOf(item) : formatFullTime(item.expireTime)}>
        {fateOf(item)}
      </span>
    </span>
  );
}

/** `days`: how long an item stays in the bin. */
export const secondBinColumns = (days: number): Column<SecondBinItem>[] => [
  {
    id: 'instanceName',
    title: t('files.name'),
    width: 'minmax(0, 1fr)',
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
    title: t('adminBin.place'),
    width: '208px',
    needs: 720,
    cell: (item) => (
      <span
        className={styles.cut}
        data-gone={item.placeGone || undefined}
        title={item.placeGone ? t('adminBin.placeGone', { place: placeOf(item) }) : placeOf(item)}
      >
        {placeOf(item)}
      </span>
    ),
  },
  {
    id: 'deletedBy',
    title: t('adminBin.deletedBy'),
    width: '120px',
    needs: 860,
    cell: ({ deletedBy }) => (
      <span className={styles.person}>
        <Avatar id={deletedBy.userId} name={deletedBy.name} size={20} />
        <span className={styles.cut}>{deletedBy.name}</span>
      </span>
    ),
  },
  {
    id: 'deleteTime',
    title: t('adminBin.deleted'),
    width: '124px',
    sortable: true,
    needs: 560,
    cell: ({ deleteTime }) => <span title={formatFullTime(deleteTime)}>{formatTime(deleteTime)}</span>,
  },
  {
    id: 'leftTime',
    title: t('adminBin.leftBin'),
    width: '124px',
    needs: 1000,
    cell: ({ leftTime }) => <span title={formatFullTime(leftTime)}>{formatTime(leftTime)}</span>,
  },
  { id: 'daysLeft', title: t('adminBin.left'), width: '148px', cell: (item) => <Fate item={item} days={days} /> },
  {
    id: 'fileSize',
    title: t('files.size'),
    width: '96px',
    align: 'end',
    needs: 640,
    cell: ({ classifierId, fileSize, files }) =>
      fileSize === null ? (
        <span className={styles.counting}>{t('adminBin.counting')}</span>
      ) : (
        <span title={classifierId === 'Folder' ? t('adminBin.holds', { n: files ?? 0 }) : undefined}>{formatSize(fileSize)}</span>
      ),
  },
];

export const secondBinPhoneRow = (item: SecondBinItem): PhoneRow => ({
  icon: <FileIcon kind={kindOf(item)} size={34} />,
  name: <FileName name={item.instanceName} />,
  facts: [fateOf(item), placeOf(item), item.deletedBy.name].join(' · '),
});
