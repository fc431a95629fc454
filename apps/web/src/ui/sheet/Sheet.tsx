import type { ComponentProps } from 'react';
import { AnnouncementStrip } from './AnnouncementStrip.tsx';
import { MoveStrip } from './MoveStrip.tsx';
import { OfflineStrip } from './OfflineStrip.tsx';
import styles from './Sheet.module.css';

interface SheetProps extends ComponentProps<'section'> {
  /** The second sheet, 368 px wide, for details. */
  aside?: boolean;
}

/** The main surface, set into the frame. A screen renders one, and a second `aside` for details. */
export function Sheet({ aside = false, className, children, ...rest }: SheetProps) {
  return (
    <section {...rest} className={[styles.sheet, aside ? styles.aside : styles.fill, className].filter(Boolean).join(' ')}>
      {!aside && <AnnouncementStrip />}
      {!aside && <MoveStrip />}
      {!aside && <OfflineStrip />}
      {children}
    </section>
  );
}
