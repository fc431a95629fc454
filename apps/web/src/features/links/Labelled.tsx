import type { ReactNode } from 'react';
import styles from './link-form.module.css';

interface LabelledProps {
  /** The name of the request's field; the dialog finds the first faulty one by it. */
  field?: string;
  label: string;
  /** Beside the label, at the line's end: a switch, or what the choice comes to. */
  end?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children?: ReactNode;
}

/** A part of the link's form: its label, its control, and a fault or a hint below. */
export function Labelled({ field, label, end, hint, error, children }: LabelledProps) {
  return (
    <div className={styles.part} data-field={field}>
      <div className={styles.label}>
        <span>{label}</span>
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {children}
      {error !== undefined ? (
        <p className={styles.fault} role="alert">
          {error}
        </p>
      ) : (
        hint && <p className={styles.hint}>{hint}</p>
      )}
    </div>
  );
}
