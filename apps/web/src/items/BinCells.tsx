import type { ReactNode } from 'react';
import { formatSize } from '../i18n/index.ts';
import styles from './bin-cells.module.css';

/** Cells of the recycle bins, of people and of administrators. */

/** From here on, the remaining days are highlighted. */
const fewDays = 3;

/** Where it was. `gone`: it cannot come back there. */
export const FormerPlace = ({ text, gone, title = text }: { text: string; gone: boolean; title?: string }) => (
  <span className={styles.cut} data-gone={gone || undefined} title={title}>
    {text}
  </span>
);

interface DaysLeftProps {
  days: number;
  /** How long it stays altogether. */
  of: number;
  /** It goes earlier than that. */
  marked?: boolean;
  title?: string;
  children: ReactNode;
}

export const DaysLeft = ({ days, of, marked = false, title, children }: DaysLeftProps) => (
  <span className={styles.left} data-soon={marked || days <= fewDays || undefined}>
    {!marked && (
      <span className={styles.track} aria-hidden>
        <span style={{ width: `${Math.min(100, (days / of) * 100)}%` }} />
      </span>
    )}
    <span className={styles.cut} title={title}>
      {children}
    </span>
  </span>
);

/** `size`: null while it is counted. `holds`: what a folder has in it. */
export const DeletedSize = ({ size, counting, holds }: { size: number | null; counting: string; holds: string | undefined }) =>
  size === null ? <span className={styles.counting}>{counting}</span> : <span title={holds}>{formatSize(size)}</span>;
