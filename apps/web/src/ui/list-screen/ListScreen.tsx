import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sheet } from '../sheet/Sheet.tsx';
import { usePhone } from '../use-media.ts';
import styles from './ListScreen.module.css';

interface ListScreenProps {
  title: string;
  /** Shown beside the title. */
  hint?: string;
  /** Actions at the end of the title's line; a phone shows none. */
  actions?: ReactNode;
  /** A column before the list, under the title. */
  beside?: ReactNode;
  /** A single-line toolbar above the list. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A screen with a single list: title, toolbar, and the list in the rest of the sheet. */
export function ListScreen({ title, hint, actions, beside, tools, children }: ListScreenProps) {
  return (
    <Sheet className={styles.screen}>
      {usePhone() ? (
        <>
          {/* The top bar shows the title. */}
          <VisuallyHidden component="h1">{title}</VisuallyHidden>
          {hint !== undefined && <p className={styles.phoneHint}>{hint}</p>}
        </>
      ) : (
        <header className={styles.top}>
          <h1>{title}</h1>
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {beside ? (
        <div className={styles.columns}>
          <div className={styles.beside}>{beside}</div>
          <div className={styles.screen}>
            {tools && <div className={styles.tools}>{tools}</div>}
            {children}
          </div>
        </div>
      ) : (
        <>
          {tools && <div className={styles.tools}>{tools}</div>}
          {children}
        </>
      )}
    </Sheet>
  );
}

/** Pushes everything after it to the end of the toolbar. */
export const Grow = () => <span className={styles.grow} />;
