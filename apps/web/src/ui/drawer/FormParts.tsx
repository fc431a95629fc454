import type { ReactNode } from 'react';
import { Refused } from '../form-parts/FormParts.tsx';
import styles from './form-drawer.module.css';

/** The fields of a form whose foot stays, and why it was refused as a whole. */
export const FormFields = ({ refused, children }: { refused: string; children: ReactNode }) => (
  <div className={styles.fields}>
    {children}
    <Refused text={refused} />
  </div>
);

export const FormFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>;
