import { Button } from '@mantine/core';
import { Upload } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ListEmpty } from '../../ui/list-screen/ListEmpty.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { isFiltered, openFolder, type FileFilter } from '../../items/file-filter.ts';

interface EmptyFolderProps {
  filter: FileFilter;
  onFilter(next: FileFilter): void;
  /** Why nothing can be added here, or undefined. */
  refused: string | undefined;
  onUpload(): void;
}

/** Replaces the rows of a folder that has none to show. */
export function EmptyFolder({ filter, onFilter, refused, onUpload }: EmptyFolderProps) {
  const phone = usePhone();
  const widened = isFiltered(filter) ? openFolder(filter, filter.folder) : null;
  return (
    <ListEmpty filter={filter} widened={widened} onChange={(next) => onFilter({ ...filter, ...next })}>
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
    </ListEmpty>
  );
}
