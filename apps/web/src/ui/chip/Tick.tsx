import { Check } from 'lucide-react';
import styles from './Chip.module.css';

/** The check mark before an entry of a single-choice menu, or an empty space of the same width. */
export const Tick = ({ on }: { on: boolean }) =>
  on ? <Check size={15} strokeWidth={2.2} aria-hidden /> : <span className={styles.noTick} />;
