import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sheet } from '../sheet/Sheet.tsx';
import { usePhone } from '../use-media.ts';
import styles from './ListScreen.module.css';

interface ListScreenProps {
  title: string;
  /** Beside the title. */
  hint?: string;
  /** In one line above the list. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A screen that is one list: its title, its tools, and the list in the rest of the sheet. */
export function ListScreen({ title, hint, tools, children }: ListScreenProps) {
  return (
    <Sheet className={styles.screen}>
      {usePhone() ? (
        <>
          {/* The top bar shows it. */}
          <VisuallyHidden component="h1">{title}</VisuallyHidden>
          {hint !== undefined && <p className={styles.phoneHint}>{hint}</p>}
        </>
      ) : (
        <header className={styles.top}>
          <h1>{title}</h1>
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
        </header>
      )}
      {tools && <div className={styles.tools}>{tools}</div>}
      {children}
    </Sheet>
  );
}

/** What comes after it stands at the end of the tools. */
export const Grow = () => <span className={styles.grow} />;
