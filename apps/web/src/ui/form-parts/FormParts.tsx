/** Small parts of forms, in drawers and dialogs. */
import type { ReactNode } from 'react';
import styles from './form-parts.module.css';

/** Why what was sent is not accepted as a whole; nothing while it is. */
export const Refused = ({ text }: { text: string }) =>
  text !== '' && (
    <p role="alert" className={styles.refused}>
      {text}
    </p>
  );

/** What a choice does, or why nothing can be chosen. */
export const Hint = ({ children }: { children: ReactNode }) => <p className={styles.hint}>{children}</p>;

/** The label of several fields that belong together. */
export const FieldLabel = ({ id, children }: { id?: string; children: ReactNode }) => (
  <div className={styles.label} id={id}>
    {children}
  </div>
);
