import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './InfoLine.module.css';

interface InfoLineProps {
  /** What it says should not be overlooked. */
  warns?: boolean;
  /** What is below cannot be relied on. */
  stops?: boolean;
  children: ReactNode;
}

/** A line above a list: what of it is not shown, or what is switched off. */
export const InfoLine = ({ warns = false, stops = false, children }: InfoLineProps) => (
  <div className={styles.line} role={stops ? 'alert' : 'status'} data-warns={warns || undefined} data-stops={stops || undefined}>
    {stops ? <TriangleAlert size={16} strokeWidth={1.75} aria-hidden /> : <Info size={16} strokeWidth={1.75} aria-hidden />}
    {children}
  </div>
);
