import type { Favourite } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { placeText } from '../../items/place-text.ts';
import { Thumb } from '../../items/Thumb.tsx';
import styles from './favourites.module.css';

const sizeOf = ({ instance }: Favourite) => (instance.classifierId === 'Folder' ? '—' : formatSize(instance.fileSize));

export const favouriteColumns = (): Column<Favourite>[] => [
  {
    id: 'instanceName',
    title: t('files.name'),
    width: 'minmax(0, 1fr)',
    sortable: true,
    primary: true,
    cell: ({ instance }) => (
      <>
        <Thumb item={instance} size={24} picture={24} />
        <FileName name={instance.instanceName} />
      </>
    ),
  },
  {
    id: 'place',
    title: t('files.location'),
    width: 'minmax(0, 0.5fr)',
    needs: 640,
    cell: ({ instance }) => (
      <bdi className={styles.place} title={placeText(instance)}>
        {placeText(instance)}
      </bdi>
    ),
  },
  {
    id: 'updateTime',
    title: t('files.updated'),
    width: '132px',
    sortable: true,
    needs: 880,
    cell: ({ instance }) => <TimeCell at={instance.updateTime} />,
  },
  {
    id: 'collectTime',
    title: t('favourites.collected'),
    width: '132px',
    sortable: true,
    needs: 520,
    cell: (one) => <TimeCell at={one.collectTime} />,
  },
  { id: 'fileSize', title: t('files.size'), width: '92px', sortable: true, align: 'end', cell: sizeOf },
];

export const favouritePhoneRow = (one: Favourite): PhoneRow => ({
  icon: <Thumb item={one.instance} size={34} picture={40} />,
  name: <FileName name={one.instance.instanceName} />,
  facts: [placeText(one.instance), one.instance.classifierId === 'Folder' ? '' : formatSize(one.instance.fileSize)]
    .filter(Boolean)
    .join(' · '),
});
