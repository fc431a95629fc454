import type { ComponentProps } from 'react';
import styles from './Chip.module.css';

/** A small quiet button in a toolbar; it is tinted while its setting is on. */
export function Chip({ on = false, className, ...rest }: ComponentProps<'button'> & { on?: boolean }) {
  return <button type="button" {...rest} className={[styles.chip, className].filter(Boolean).join(' ')} data-on={on || undefined} />;
}
