/* oxlint-disable jsx-a11y/media-has-caption -- these are people's own files: nobody wrote captions for them */
import { useState } from 'react';
import type { ReadyPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { Unsupported } from './Unsupported.tsx';
import styles from './preview.module.css';

/** Sound and moving pictures by the browser's own player. */
export function MediaView({ preview, onDownload }: { preview: ReadyPreview; onDownload(): void }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <Unsupported title={t('preview.mediaBroken')} onDownload={onDownload} />;
  if (preview.kind === 'video')
    return <video className={styles.video} src={preview.url} controls playsInline preload="metadata" onError={() => setBroken(true)} />;
  return (
    <div className={styles.audio}>
      <FileIcon kind="audio" size={96} />
      <audio src={preview.url} controls preload="metadata" aria-label={preview.fileName} onError={() => setBroken(true)} />
    </div>
  );
}
