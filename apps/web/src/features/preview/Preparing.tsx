import { Button, Progress } from '@mantine/core';
import { Download } from 'lucide-react';
import type { PreparingPreview } from '@alcove/contract';
import { formatDuration, t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import styles from './preview.module.css';

interface PreparingProps {
  preview: PreparingPreview;
  /** When the server reported this progress, in milliseconds. */
  at: number;
  onDownload: (() => void) | undefined;
}

/** The position in the queue. */
function place(ahead: number | null): string {
  if (ahead === null) return t('preview.making');
  return ahead === 0 ? t('preview.nextInLine') : t('preview.waiting', { n: ahead < mostAhead ? `${ahead}` : `${mostAhead}+` });
}
const mostAhead = 100;

/** The progress of a preview that the server is preparing; the original file can be downloaded meanwhile. */
export function Preparing({ preview, at, onDownload }: PreparingProps) {
  const { progress, ahead } = preview;
  const left = useSecondsLeft(progress, at);
  const film = preview.of === 'video' || preview.of === 'audio';
  const title = t(
    preview.of === 'video' ? 'preview.transcoding' : preview.of === 'audio' ? 'preview.transcodingAudio' : 'preview.preparing',
  );
  return (
    <div className={styles.message}>
      <StateView
        object="lens"
        role="status"
        title={title}
        text={t(film ? 'preview.transcodingText' : 'preview.preparingText')}
        actions={
          <div className={styles.preparing}>
            <Progress value={progress ?? 100} animated={progress === null} size="sm" aria-label={title} className={styles.preparingBar} />
            <span className={styles.preparingPercent}>
              {progress === null ? place(ahead) : t('preview.progress', { n: progress })}
              {left !== null && ` · ${t('common.timeLeft', { time: formatDuration(left) })}`}
            </span>
            {onDownload && (
              <Button variant="default" leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={onDownload}>
                {t('preview.download')}
              </Button>
            )}
          </div>
        }
      />
    </div>
  );
}
