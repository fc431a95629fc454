import type { ReactNode } from 'react';
import { Foot } from '../frame/Foot.tsx';
import { Head } from '../frame/Head.tsx';
import { OfflineNote } from '../frame/OfflineNote.tsx';
import { Arches } from './Arches.tsx';
import styles from './Gate.module.css';

/** The page before the share is open: the arches, and one card. */
export function GateFrame({ children, busy = false }: { children?: ReactNode; busy?: boolean }) {
  return (
    <div className={styles.page}>
      <Arches />
      <Head person={false} />
      <OfflineNote />
      <main className={styles.middle} aria-busy={busy}>
        {children && <div className={styles.card}>{children}</div>}
      </main>
      <Foot />
    </div>
  );
}
