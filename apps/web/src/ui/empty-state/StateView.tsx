import type { ReactNode } from 'react';
import { NicheWith } from '../marks/Niche.tsx';
import type { NicheObject } from '../marks/Niche.tsx';
import styles from './StateView.module.css';

interface StateViewProps {
  object: NicheObject;
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** The error code and the trace id, in the monospace font. */
  code?: string | undefined;
  role?: 'status' | 'alert';
  size?: number;
  /** The heading level: 1 where the state fills the whole page. */
  level?: 1 | 2;
}

/** The layout of every empty, error and no-permission state: illustration, title, a sentence, actions. */
export function StateView({ object, title, text, actions, code, role, size = 170, level = 2 }: StateViewProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.state} role={role}>
      <NicheWith object={object} size={size} />
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {code && <p className={styles.code}>{code}</p>}
    </div>
  );
}
