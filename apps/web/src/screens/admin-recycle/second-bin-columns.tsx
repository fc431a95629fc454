import type { SecondBinItem } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { DaysLeft, DeletedSize, FormerPlace } from '../../items/BinCells.tsx';
import { nameColumn, namePhoneRow } from '../../items/item-columns.tsx';
import { PersonCell, TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';

export const placeOf = ({ wholeGroup, spaceName, originalPath }: SecondBinItem): string =>
  wholeGroup ? t('adminBin.wholeGroup') : [spaceName, ...originalPath].join(' / ');

/** What becomes of it, and when. */
export function fateOf(item: SecondBinItem): string {
  if (item.held) return t('adminBin.held');
  if (item.removeTime === null) return t('adminBin.days', { n: item.daysLeft });
  return Date.parse(item.removeTime) <= Date.now() ? t('adminBin.goesSoon') : t('adminBin.goesAt', { time: formatTime(item.removeTime) });
}

/** `days`: how long an item stays in the bin. */
export const secondBinColumns = (days: number): Column<SecondBinItem>[] => [
  nameColumn({ id: 'instanceName', width: 'minmax(0, 1fr)' }),
  {
    id: 'place',
    title: t('adminBin.place'),
    width: '208px',
    needs: 720,
    cell: (item) => (
      <FormerPlace
        text={placeOf(item)}
        gone={item.placeGone}
        title={item.placeGone ? t('adminBin.placeGone', { place: placeOf(item) }) : placeOf(item)}
      />
    ),
  },
  {
    id: 'deletedBy',
    title: t('adminBin.deletedBy'),
    width: '120px',
    needs: 860,
    cell: ({ deletedBy }) => <PersonCell id={deletedBy.userId} name={deletedBy.name} />,
  },
  {
    id: 'deleteTime',
    title: t('adminBin.deleted'),
    width: '124px',
    sortable: true,
    needs: 560,
    cell: ({ deleteTime }) => <TimeCell at={deleteTime} />,
  },
  {
    id: 'leftTime',
    title: t('adminBin.leftBin'),
    width: '124px',
    needs: 1000,
    cell: ({ leftTime }) => <TimeCell at={leftTime} />,
  },
  {
    id: 'daysLeft',
    title: t('adminBin.left'),
    width: '148px',
    cell: (item) => (
      <DaysLeft
        days={item.daysLeft}
        of={days}
        marked={item.removeTime !== null}
        title={item.removeTime === null ? formatFullTime(item.expireTime) : fateOf(item)}
      >
        {fateOf(item)}
      </DaysLeft>
    ),
  },
  {
    id: 'fileSize',
    title: t('files.size'),
    width: '96px',
    align: 'end',
    needs: 640,
    cell: ({ classifierId, fileSize, files }) => (
      <DeletedSize
        size={fileSize}
        counting={t('adminBin.counting')}
        holds={classifierId === 'Folder' ? t('adminBin.holds', { n: files ?? 0 }) : undefined}
      />
    ),
  },
];

export const secondBinPhoneRow = (item: SecondBinItem): PhoneRow => namePhoneRow(item, [fateOf(item), placeOf(item), item.deletedBy.name]);
