import { useId } from 'react';
import type { Ref } from 'react';
import styles from './CodeField.module.css';

const digits = 6;

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  value: string;
  disabled?: boolean;
  onChange(value: string): void;
}

/** Six boxes that are one field, so that pasting and filling in by the browser work. Other signs than digits are dropped. */
export function CodeField({ ref, label, value, disabled = false, onChange }: CodeFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <input
          ref={ref}
          id={id}
          className={styles.input}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.normalize('NFKC').replace(/\D/g, '').slice(0, digits))}
        />
        {Array.from({ length: digits }, (_, at) => (
          <span key={at} aria-hidden className={at === Math.min(value.length, digits - 1) ? `${styles.box} ${styles.next}` : styles.box}>
            {value[at]}
          </span>
        ))}
      </div>
    </div>
  );
}
