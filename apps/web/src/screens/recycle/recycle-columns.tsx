import { type RecycledItem, instanceTypes } from '@alcove/contract';
import { allowed } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import { PersonCell, TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { DaysLeft, DeletedSize, FormerPlace } from '../../items/BinCells.tsx';
import { nameColumn, namePhoneRow } from '../../items/item-columns.tsx';

/** The space and folder path of an item; a text replaces a folder that is gone. */
export const placeOf = ({ originalPath, instanceType, spaceName }: RecycledItem): string => {
  if (originalPath === null) return t('recycle.placeGone');
  const space = instanceType === instanceTypes.personal ? t('files.title') : spaceName;
  return [space, ...originalPath.split('/').filter(Boolean)].join(' / ');
};

export const recycleColumns = (): Column<RecycledItem>[] => [
  nameColumn({ id: 'instanceName', width: 'minmax(0, 1fr)', sortable: true }),
  {
    id: 'place',
    title: t('recycle.place'),
    width: '208px',
    needs: 720,
    cell: (item) => <FormerPlace text={placeOf(item)} gone={item.originalPath === null} />,
  },
  {
    id: 'deletedBy',
    title: t('recycle.deletedBy'),
    width: '128px',
    needs: 860,
    cell: ({ deletedBy }) => <PersonCell id={deletedBy} name={deletedBy} />,
  },
  {
    id: 'deleteTime',
    title: t('recycle.deleted'),
    width: '132px',
    sortable: true,
    needs: 560,
    cell: ({ deleteTime }) => <TimeCell at={deleteTime} />,
  },
  {
    id: 'daysLeft',
    title: t('recycle.left'),
    width: '116px',
    cell: ({ daysLeft }) => (
      <DaysLeft days={daysLeft} of={allowed().recycleDays}>
        {t('recycle.days', { n: daysLeft })}
      </DaysLeft>
    ),
  },
  {
    id: 'fileSize',
    title: t('files.size'),
    width: '96px',
    align: 'end',
    sortable: true,
    needs: 640,
    cell: ({ classifierId, fileSize, files }) => (
      <DeletedSize
        size={fileSize}
        counting={t('recycle.counting')}
        holds={classifierId === 'Folder' ? t('recycle.holds', { n: files ?? 0 }) : undefined}
      />
    ),
  },
];

export const recyclePhoneRow = (item: RecycledItem): PhoneRow =>
  namePhoneRow(item, [placeOf(item), t('recycle.days', { n: item.daysLeft })]);
