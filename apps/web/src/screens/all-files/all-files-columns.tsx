import type { Instance } from '@alcove/contract';
import { formatSize, formatTime, t } from '../../i18n/index.ts';
import { TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { StarMark } from '../../items/StarMark.tsx';
import { categoryNames } from '../../items/category-names.ts';
import { FileName } from '../../items/FileName.tsx';
import { placeText } from '../../items/place-text.ts';
import { Thumb } from '../../items/Thumb.tsx';
import { LinkMark } from '../../items/LinkMark.tsx';
import { SharedMark } from '../../items/SharedMark.tsx';
import styles from './all-files.module.css';

const kindName = (item: Instance): string => t(categoryNames[item.category - 1] ?? 'files.category7');

export const allFilesColumns = (onLocate: (item: Instance) => void): Column<Instance>[] => [
  {
    id: 'instanceName',
    title: t('files.name'),
    width: 'minmax(0, 1fr)',
    sortable: true,
    primary: true,
    cell: (item) => (
      <>
        <Thumb item={item} size={24} picture={24} />
        <FileName name={item.instanceName} />
        {item.collected && <StarMark />}
        {item.shared && <SharedMark seen={false} />}
        {item.linkpath !== undefined && <LinkMark file />}
      </>
    ),
  },
  {
    id: 'place',
    title: t('allFiles.location'),
    width: 'minmax(0, 0.6fr)',
    needs: 620,
    cell: (item) => (
      <button
        type="button"
        tabIndex={-1}
        className={styles.place}
        title={placeText(item)}
        aria-label={`${t('files.openLocation')}: ${placeText(item)}`}
        onClick={(event) => {
          event.stopPropagation();
          onLocate(item);
        }}
      >
        <bdi>{placeText(item)}</bdi>
      </button>
    ),
  },
  { id: 'category', title: t('files.kind'), width: '84px', sortable: true, needs: 800, cell: kindName },
  {
    id: 'updateTime',
    title: t('files.updated'),
    width: '132px',
    sortable: true,
    needs: 480,
    cell: (item) => <TimeCell at={item.updateTime} />,
  },
  { id: 'fileSize', title: t('files.size'), width: '96px', sortable: true, align: 'end', cell: (item) => formatSize(item.fileSize) },
];

export const allFilesPhoneRow = (item: Instance): PhoneRow => ({
  icon: <Thumb item={item} size={34} picture={40} />,
  name: <FileName name={item.instanceName} />,
  facts: [formatSize(item.fileSize), formatTime(item.updateTime), placeText(item)].join(' · '),
});
