import { Button } from '@mantine/core';
import { Upload } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { EmptyState, NothingFound } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { isFiltered, openFolder, type FileFilter } from '../../items/file-filter.ts';

interface EmptyFolderProps {
  filter: FileFilter;
  onFilter(next: FileFilter): void;
  /** Of all pages. */
  total: number;
  /** Why nothing can be put here, or undefined. */
  refused: string | undefined;
  onUpload(): void;
}

/** In place of the list: nothing met the filter, the page lies behind the last one, or nothing is here at all. */
export function EmptyFolder({ filter, onFilter, total, refused, onUpload }: EmptyFolderProps) {
  const phone = usePhone();
  if (isFiltered(filter))
    return <NothingFound {...(filter.keyword && { query: filter.keyword })} onClear={() => onFilter(openFolder(filter, filter.folder))} />;
  if (filter.page > 1 && total > 0) return <NothingFound onClear={() => onFilter({ ...filter, page: 1 })} />;
  return (
    <EmptyState
      object="folder"
      title={t('files.emptyTitle')}
      text={t(refused ? 'files.emptyReadOnly' : phone ? 'files.emptyTextPhone' : 'files.emptyText')}
      action={
        !refused && (
          <Button variant="default" leftSection={<Upload size={16} strokeWidth={1.75} aria-hidden />} onClick={onUpload}>
            {t('files.uploadFiles')}
          </Button>
        )
      }
    />
  );
}
