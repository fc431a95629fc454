import { Button } from '@mantine/core';
import { previewKindOf, type Instance } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { may } from '../../items/may.ts';
import { kindOf } from '../../items/file-kind.ts';
import { startDownload } from '../../features/transfer/start/start-download.ts';
import styles from './FileAlone.module.css';

interface FileAloneProps {
  file: Instance;
  onPreview(file: Instance): void;
  up: { name: string; onOpen(): void };
}

/** A file opened by its own address: it was shared by itself, so its folder stays hidden. */
export function FileAlone({ file, onPreview, up }: FileAloneProps) {
  return (
    <div className={styles.alone}>
      <FileIcon kind={kindOf(file)} size={72} />
      <h2>{file.instanceName}</h2>
      <p>{[formatSize(file.fileSize), file.updatedBy].filter(Boolean).join(' · ')}</p>
      <div className={styles.aloneActions}>
        {previewKindOf(file.instanceName) && may(file, 'preview') && <Button onClick={() => onPreview(file)}>{t('files.preview')}</Button>}
        {may(file, 'download') && (
          <Button variant="default" onClick={() => void startDownload([file])}>
            {t('files.download')}
          </Button>
        )}
        <Button variant="default" onClick={up.onOpen}>
          {t('accessRequests.backTo', { name: up.name })}
        </Button>
      </div>
    </div>
  );
}
