import { Check } from 'lucide-react';
import styles from './Chip.module.css';

/** Before each entry of a menu of which one holds: the mark, or its room. */
export const Tick = ({ on }: { on: boolean }) =>
  on ? <Check size={15} strokeWidth={2.2} aria-hidden /> : <span className={styles.noTick} />;
