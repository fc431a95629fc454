/** Cells that several tables have. */
import type { ReactNode } from 'react';
import { formatFullTime, formatTime } from '../../i18n/index.ts';
import { Avatar } from '../avatar/Avatar.tsx';
import styles from './cells.module.css';

/** Text that is cut at the end, with a tooltip that has all of it. */
export const CutCell = ({ text, title = text }: { text: string; title?: string }) => (
  <span className={styles.cut} title={title}>
    {text}
  </span>
);

export const TimeCell = ({ at }: { at: string }) => <span title={formatFullTime(at)}>{formatTime(at)}</span>;

/** `id` null: a person who is not known. */
export const PersonCell = ({ id, name, title }: { id: string | null; name: string; title?: string }) => (
  <span className={styles.person} title={title}>
    {id !== null && <Avatar id={id} name={name} size={20} />}
    <span className={styles.cut}>{name}</span>
  </span>
);

/** A dot and a word: whether something is in force. */
export const OnOffCell = ({ on, children }: { on: boolean; children: ReactNode }) => (
  <span className={styles.state} data-on={on || undefined}>
    <i aria-hidden />
    {children}
  </span>
);
