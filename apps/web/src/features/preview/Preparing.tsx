import { Button, Progress } from '@mantine/core';
import { Download } from 'lucide-react';
import type { PreparingPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import styles from './preview.module.css';

/** What the server still makes ready, with how far it is; the file itself can be had at once. */
export function Preparing({ preview, onDownload }: { preview: PreparingPreview; onDownload(): void }) {
  const film = preview.of === 'video' || preview.of === 'audio';
  const title = t(
    preview.of === 'video' ? 'preview.transcoding' : preview.of === 'audio' ? 'preview.transcodingAudio' : 'preview.preparing',
  );
  return (
    <div className={styles.message}>
      <StateView
        object="tile"
        role="status"
        title={title}
        text={t(film ? 'preview.transcodingText' : 'preview.preparingText')}
        actions={
          <div className={styles.preparing}>
            <Progress
              value={preview.progress ?? 100}
              animated={preview.progress === null}
              size="sm"
              aria-label={title}
              className={styles.preparingBar}
            />
            <span className={styles.preparingPercent}>
              {preview.progress === null ? t('preview.waiting') : t('preview.progress', { n: preview.progress })}
            </span>
            <Button variant="default" leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={onDownload}>
              {t('preview.download')}
            </Button>
          </div>
        }
      />
    </div>
  );
}
