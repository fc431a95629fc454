/** Columns that several lists of items have. */
import type { Category } from '@alcove/contract';
import { t } from '../i18n/index.ts';
import type { Column, PhoneRow } from '../ui/data-table/index.ts';
import { FileIcon } from '../ui/marks/FileIcon.tsx';
import type { FileKind } from '../ui/marks/FileIcon.tsx';
import { FileName } from './FileName.tsx';
import { kindOfName } from './file-kind.ts';

export interface NamedItem {
  instanceName: string;
  classifierId: 'File' | 'Folder';
  category?: Category | number;
}

/** The icon of an item that is not shown where it is, so that it has no marks. */
export const plainKind = ({ classifierId, instanceName, category }: NamedItem): FileKind =>
  classifierId === 'Folder' ? 'folder' : kindOfName(instanceName, category);

/** Icon and name. It is the primary column. */
export const nameColumn = <Item extends NamedItem>(column: Pick<Column<Item>, 'id' | 'width' | 'sortable'>): Column<Item> => ({
  title: t('files.name'),
  primary: true,
  cell: (item) => (
    <>
      <FileIcon kind={plainKind(item)} />
      <FileName name={item.instanceName} />
    </>
  ),
  ...column,
});

export const namePhoneRow = (item: NamedItem, facts: readonly string[]): PhoneRow => ({
  icon: <FileIcon kind={plainKind(item)} size={34} />,
  name: <FileName name={item.instanceName} />,
  facts: facts.join(' · '),
});
