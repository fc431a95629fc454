import { qrPath } from './qr-path.ts';
import styles from './QrCode.module.css';

/** A text as a QR code, dark on white in both themes, because many scanners read nothing else. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const { path, side } = qrPath(text);
  return (
    <svg className={styles.code} role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${side} ${side}`}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
