import type { CSSProperties } from 'react';
import { usePreviewSource } from './preview-source.tsx';
import styles from './preview.module.css';

/** The visitor's watermark over a picture or a video; nothing where there is none. */
export function Watermark({ style }: { style?: CSSProperties }) {
  const { watermark } = usePreviewSource();
  if (watermark === null) return null;
  return <span className={styles.watermark} aria-hidden data-watermark style={{ backgroundImage: watermark, ...style }} />;
}
