import type { ComponentProps } from 'react';
import styles from './Chip.module.css';

/** A small quiet button among tools; tinted while what it stands for holds. */
export function Chip({ on = false, className, ...rest }: ComponentProps<'button'> & { on?: boolean }) {
  return <button type="button" {...rest} className={[styles.chip, className].filter(Boolean).join(' ')} data-on={on || undefined} />;
}
