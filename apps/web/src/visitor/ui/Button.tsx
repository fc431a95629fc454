import type { ComponentProps, ReactNode } from 'react';
import styles from './controls.module.css';

interface Looks {
  /** `filled`: the one main action of its surface. */
  look?: 'filled' | 'outline' | 'quiet';
  size?: 'small' | 'normal' | 'large';
  icon?: ReactNode;
}

const classOf = (className: string | undefined): string => [styles.button, className].filter(Boolean).join(' ');

export function Button({ look = 'outline', size = 'normal', icon, className, children, ...rest }: ComponentProps<'button'> & Looks) {
  return (
    <button type="button" {...rest} className={classOf(className)} data-look={look} data-size={size}>
      {icon}
      {children}
    </button>
  );
}

export function ButtonLink({ look = 'outline', size = 'normal', icon, className, children, ...rest }: ComponentProps<'a'> & Looks) {
  return (
    <a {...rest} className={classOf(className)} data-look={look} data-size={size}>
      {icon}
      {children}
    </a>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  /** Why it does nothing; it stays reachable, so that the reason can be read. */
  refused?: string | undefined;
}

export function IconButton({ label, refused, className, onClick, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.icon, className].filter(Boolean).join(' ')}
      aria-label={label}
      title={refused ?? label}
      aria-disabled={refused !== undefined || undefined}
      onClick={refused === undefined ? onClick : (event) => event.stopPropagation()}
    >
      {children}
    </button>
  );
}
