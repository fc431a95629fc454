import { useCallback, useMemo, type ReactNode } from 'react';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { ColumnChoice } from '../../ui/data-table/table-types.ts';
import { pagedTable, sortedTable } from '../../ui/data-table/paged-table.tsx';
import { TableFoot } from '../../ui/data-table/TableFoot.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { TagChips } from '../../features/tags/TagChips.tsx';
import { fileColumns, phoneRow } from './file-columns.tsx';
import type { FileFilter } from '../../items/file-filter.ts';
import { FileGrid, type FileListEvents } from './FileGrid.tsx';
import type { View } from './FileTools.tsx';
import type { OpenFolder } from './use-folder.ts';

const idOf = (item: Instance) => item.instanceId;
const nameOf = (item: Instance) => item.instanceName;

interface FileListProps extends FileListEvents {
  open: OpenFolder;
  view: View;
  filter: FileFilter;
  onFilter(next: FileFilter): void;
  /** Renders the name, or the field for renaming it; cells rerender when `renaming` changes. */
  name(item: Instance, tags?: ReactNode): ReactNode;
  renaming: string | null;
  columnChoice: ColumnChoice;
  onRemove(): void;
  empty: ReactNode;
}

/** One page of the open folder, as rows or as cards. */
export function FileList({ open, view, filter, onFilter, name, renaming, columnChoice, onRemove, empty, ...list }: FileListProps) {
  const { page, items } = open;
  const phone = usePhone();
  const onlyTagged = useCallback((tag: string) => onFilter({ ...filter, tag, page: 1 }), [filter, onFilter]);
  const columns = useMemo(() => fileColumns((item) => name(item, <TagChips tags={item.tags} onPick={onlyTagged} />)), [name, onlyTagged]);
  const phoneCell = useMemo(() => phoneRow(name), [name]);
  const change = (next: Partial<FileFilter>) => onFilter({ ...filter, page: 1, ...next });
  const table = pagedTable(page, filter, change);
  const { total } = table.page;
  const folders = items.filter((item) => item.classifierId === 'Folder').length;
  const counts =
    total === items.length ? t('files.pageCounted', { folders, files: items.length - folders }) : t('files.counted', { n: total });
  if (view === 'grid' && table.status === 'ready' && items.length > 0)
    return (
      <>
        <FileGrid {...list} items={items} name={name} onRemove={onRemove} phone={phone} />
        {!(phone && total <= filter.pageSize) && <TableFoot page={table.page} counts={counts} compact={phone} />}
      </>
    );
  return (
    <DataTable
      {...list}
      {...table}
      {...sortedTable(filter, change)}
      label={t('files.listLabel')}
      rowId={idOf}
      rowName={nameOf}
      columns={columns}
      phone={phoneCell}
      selectable
      ownTools
      empty={empty}
      counts={counts}
      onBulkDelete={onRemove}
      version={renaming}
      columnChoice={columnChoice}
    />
  );
}
