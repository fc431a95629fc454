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
  /** 1 where the state is the whole page. */
  level?: 1 | 2;
}

/** The form of every empty, error and no-permission state: niche, title, a sentence, what to do next. */
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
