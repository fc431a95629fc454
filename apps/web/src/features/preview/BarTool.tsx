import type { ReactNode } from 'react';
import styles from './preview.module.css';

interface BarToolProps {
  label: string;
  onClick(): void;
  /** For what is on or off. */
  pressed?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** One tool of the bar under what is shown. */
export function BarTool({ label, onClick, pressed, disabled, children }: BarToolProps) {
  return (
    <button
      type="button"
      className={styles.barTool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
