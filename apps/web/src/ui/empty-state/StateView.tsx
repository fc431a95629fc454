import type { ReactNode } from 'react';
import { NicheWith } from '../marks/Niche.tsx';
import type { NicheObject } from '../marks/Niche.tsx';
import styles from './StateView.module.css';

interface StateViewProps {
  object: NicheObject;
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** The error code and the trace id, in mono. */
  code?: string | undefined;
  role?: 'status' | 'alert';
  size?: number;
}

/** The form of every empty, error and no-permission state: niche, title, a sentence, what to do next. */
export function StateView({ object, title, text, actions, code, role, size = 170 }: StateViewProps) {
  return (
    <div className={styles.state} role={role}>
      <NicheWith object={object} size={size} />
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {code && <p className={styles.code}>{code}</p>}
    </div>
  );
}
