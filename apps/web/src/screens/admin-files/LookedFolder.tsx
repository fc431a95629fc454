import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { ChevronRight, Download } from 'lucide-react';
import type { FileLook, Instance, ManagedFile } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { plainKind } from '../../items/item-columns.tsx';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { lookedList } from './managed-query.ts';
import styles from './admin-files.module.css';

type Folder = Pick<ManagedFile, 'instanceId' | 'instanceName'>;

interface LookedFolderProps {
  /** The folder that the look is for. */
  top: Folder;
  /** From it down to the one that is shown. */
  path: readonly Folder[];
  look: FileLook;
  onPath(path: readonly Folder[]): void;
  onFile(file: Instance): void;
  onDownload?(file: Instance): void;
}

/** A folder that an administrator gave a reason for, and the folders below it. */
export function LookedFolder({ top, path, look, onPath, onFile, onDownload }: LookedFolderProps) {
  const folder = path.at(-1) ?? top;
  const { list, more } = usePages(lookedList({ instanceId: folder.instanceId, lookId: look.lookId }));
  const { data, error, refetch } = list;
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <div className={styles.content}>
      <nav className={styles.way} aria-label={t('files.location')}>
        {[top, ...path].map((one, depth) => (
          <span key={one.instanceId}>
            {depth > 0 && <ChevronRight size={14} aria-hidden />}
            {depth === path.length ? (
              <strong aria-current="page">{one.instanceName}</strong>
            ) : (
              <button type="button" onClick={() => onPath(path.slice(0, depth))}>
                {one.instanceName}
              </button>
            )}
          </span>
        ))}
      </nav>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <SkeletonRows rows={6} />
      ) : items.length === 0 ? (
        <p className={styles.caption}>{t('adminFiles.emptyFolder')}</p>
      ) : (
        <ul className={styles.rows} aria-label={folder.instanceName}>
          {items.map((item) => (
            <li key={item.instanceId} className={styles.row}>
              <UnstyledButton
                className={styles.open ?? ''}
                onClick={() => (item.classifierId === 'Folder' ? onPath([...path, item]) : onFile(item))}
              >
                <FileIcon kind={plainKind(item)} />
                <span className={styles.cut}>{item.instanceName}</span>
                {item.classifierId === 'File' && <span className={styles.size}>{formatSize(item.fileSize)}</span>}
              </UnstyledButton>
              {onDownload && item.classifierId === 'File' && (
                <ActionIcon aria-label={t('adminFiles.downloadTitle', { name: item.instanceName })} onClick={() => onDownload(item)}>
                  <Download size={16} strokeWidth={1.75} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {more && (
        <Button variant="default" size="xs" {...more}>
          {t('adminFiles.moreItems')}
        </Button>
      )}
    </div>
  );
}
