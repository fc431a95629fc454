import type { ReactNode } from 'react';
import type { Instance } from '@alcove/contract';
import { formatSize, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { categoryNames } from '../../items/category-names.ts';
import { Thumb } from '../../items/Thumb.tsx';
import styles from './file-columns.module.css';
import shared from '../../items/shared.module.css';

const sizeOf = (item: Instance) => (item.classifierId === 'Folder' ? '—' : formatSize(item.fileSize));

/** `name` renders the name, or the field for renaming it. */
export function fileColumns(name: (item: Instance) => ReactNode): Column<Instance>[] {
  return [
    {
      id: 'instanceName',
      title: t('files.name'),
      width: 'minmax(0, 1fr)',
      sortable: true,
      primary: true,
      cell: (item) => (
        <>
          <Thumb item={item} size={24} picture={24} />
          {name(item)}
        </>
      ),
    },
    {
      id: 'updatedBy',
      title: t('files.updatedBy'),
      width: '132px',
      needs: 720,
      cell: (item) => (
        <span className={styles.person}>
          <Avatar id={item.updatedBy} name={item.updatedBy} size={20} />
          <span className={shared.cut}>{item.updatedBy}</span>
        </span>
      ),
    },
    {
      id: 'updateTime',
      title: t('files.updated'),
      width: '148px',
      sortable: true,
      needs: 520,
      cell: (item) => <TimeCell at={item.updateTime} />,
    },
    {
      id: 'createTime',
      title: t('files.sortCreated'),
      width: '148px',
      sortable: true,
      needs: 1320,
      cell: (item) => <TimeCell at={item.createTime} />,
    },
    {
      id: 'category',
      title: t('files.kind'),
      width: '104px',
      sortable: true,
      needs: 1320,
      cell: (item) => (item.classifierId === 'Folder' ? t('files.folder') : t(categoryNames[item.category - 1] ?? 'files.category7')),
    },
    { id: 'fileSize', title: t('files.size'), width: '92px', sortable: true, align: 'end', cell: sizeOf },
  ];
}

export const phoneRow =
  (name: (item: Instance) => ReactNode) =>
  (item: Instance): PhoneRow => ({
    icon: <Thumb item={item} size={34} picture={40} />,
    name: name(item),
    facts: [item.classifierId === 'Folder' ? '' : formatSize(item.fileSize), formatTime(item.updateTime), item.updatedBy]
      .filter(Boolean)
      .join(' · '),
  });
