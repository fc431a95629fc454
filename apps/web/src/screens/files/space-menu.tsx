import { ArrowDownUp, ClipboardPaste, FolderPlus, FolderUp, Upload } from 'lucide-react';
import { instanceSortFields } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Tick } from '../../ui/chip/Tick.tsx';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import type { FileFilter } from '../../items/file-filter.ts';
import { sortNames } from './sort-names.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface SpaceActions {
  upload(folder: boolean): void;
  newFolder(): void;
  /** Missing while the clipboard is empty. */
  paste?(): void;
}

/** The context menu of a folder's empty space: adding items, and sorting. */
export function spaceEntries(
  actions: SpaceActions,
  refused: string | undefined,
  filter: FileFilter,
  onFilter: (next: FileFilter) => void,
): MenuEntry[] {
  return [
    { id: 'upload', label: t('files.uploadFiles'), icon: <Upload {...icon} />, keys: 'U', refused, onClick: () => actions.upload(false) },
    { id: 'uploadFolder', label: t('files.uploadFolder'), icon: <FolderUp {...icon} />, refused, onClick: () => actions.upload(true) },
    { id: 'newFolder', label: t('files.newFolder'), icon: <FolderPlus {...icon} />, keys: 'N', refused, onClick: actions.newFolder },
    ...(actions.paste
      ? [{ id: 'paste', label: t('files.paste'), icon: <ClipboardPaste {...icon} />, keys: 'Ctrl V', refused, onClick: actions.paste }]
      : []),
    ...instanceSortFields.map((field, index): MenuEntry => ({
      id: field,
      divided: index === 0,
      label: t('files.sortedBy', { field: t(sortNames[field]) }),
      icon: <Tick on={field === filter.sortField} />,
      onClick: () => onFilter({ ...filter, sortField: field, page: 1 }),
    })),
    {
      id: 'turn',
      label: t(filter.sortOrder === 'asc' ? 'files.descending' : 'files.ascending'),
      icon: <ArrowDownUp {...icon} />,
      onClick: () => onFilter({ ...filter, sortOrder: filter.sortOrder === 'asc' ? 'desc' : 'asc', page: 1 }),
    },
  ];
}
