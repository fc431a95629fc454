import type { ReactNode } from 'react';
import { CallFailed } from '../../api/call-failed.ts';
import { NicheWith, type NicheObject } from '../../ui/marks/Niche.tsx';
import styles from './State.module.css';

interface StateProps {
  object: NicheObject;
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  error?: unknown;
  role?: 'status' | 'alert';
  size?: number;
  level?: 1 | 2;
}

/** `150001 · 1f3a…`, to quote to whoever helps. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  const code = error.errcode > 0 ? error.errcode : error.status;
  return [code > 0 ? String(code) : '', error.traceId ?? ''].filter(Boolean).join(' · ') || undefined;
}

/** An empty or failed part of the page: the niche, what happened, what to do. */
export function State({ object, title, text, actions, error, role, size = 170, level = 2 }: StateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const code = codeOf(error);
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
