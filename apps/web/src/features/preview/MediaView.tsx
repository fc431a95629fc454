/* oxlint-disable jsx-a11y/media-has-caption -- these are people's own files: nobody wrote captions for them */
import { useEffect, useRef, useState } from 'react';
import { extensionOf, type ReadyPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { Failed } from './Failed.tsx';
import { isReachable } from './reachable.ts';
import { Unsupported } from './Unsupported.tsx';
import { usePreviewSource } from './preview-source.tsx';
import { Watermark } from './Watermark.tsx';
import styles from './preview.module.css';

interface MediaViewProps {
  preview: ReadyPreview;
  /** The person waited for transcoding, so the video starts by itself, muted. */
  waited: boolean;
  /** Requests transcoding; undefined when that was already done or is impossible. */
  onUnplayable: (() => void) | undefined;
  onDownload: (() => void) | undefined;
  onRetry(): void;
}

/** Focused elements that have their own use for the space bar. */
const others = 'button, a, input, textarea, select, video, audio, [role="button"], [role="menuitem"]';

/** A video that leaves the page, into a window or a screen of its own, leaves the watermark behind. */
const keptInPage = {
  controlsList: 'nodownload nofullscreen noremoteplayback',
  disablePictureInPicture: true,
  disableRemotePlayback: true,
} as const;

/** Audio and video in the browser's own player. The space bar plays and pauses. */
export function MediaView({ preview, waited, onUnplayable, onDownload, onRetry }: MediaViewProps) {
  const [failed, setFailed] = useState<'file' | 'link' | null>(null);
  const { watermark } = usePreviewSource();
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const { current: media } = player;
      if (event.key !== ' ' || !media || (event.target instanceof HTMLElement && event.target.closest(others))) return;
      event.preventDefault();
      // An unplayable file reports itself by its error event.
      if (media.paused) media.play().catch(() => {});
      else media.pause();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  if (failed === 'link') return <Failed onRetry={onRetry} />;
  if (failed === 'file') return <Unsupported title={t('preview.mediaBroken')} onDownload={onDownload} />;
  const shared = {
    ref: player,
    src: preview.url,
    controls: true,
    preload: 'metadata',
    'aria-label': preview.fileName,
    onError: () =>
      void isReachable(preview.url).then((reachable) => {
        if (!reachable) setFailed('link');
        else if (onUnplayable) onUnplayable();
        else setFailed('file');
      }),
  } as const;
  if (preview.kind === 'video')
    return (
      <div className={styles.screen}>
        <video
          {...shared}
          {...(watermark !== null && keptInPage)}
          className={styles.video}
          playsInline
          autoPlay={waited}
          muted={waited}
          onLoadedMetadata={({ currentTarget }) => {
            // A browser that supports the audio codec but not the video codec plays only the sound; `.ogg` files usually contain only sound.
            if (currentTarget.videoWidth === 0 && extensionOf(preview.fileName) !== '.ogg') onUnplayable?.();
          }}
        />
        <Watermark />
      </div>
    );
  return (
    <div className={styles.audio}>
      <FileIcon kind="audio" size={96} />
      <audio {...shared} />
    </div>
  );
}
