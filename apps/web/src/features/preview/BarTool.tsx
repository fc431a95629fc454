import type { ReactNode } from 'react';
import styles from './preview.module.css';

interface BarToolProps {
  label: string;
  onClick(): void;
  /** Set for toggle buttons. */
  pressed?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** A button of the toolbar under the preview. */
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
