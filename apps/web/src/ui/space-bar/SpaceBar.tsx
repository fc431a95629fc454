import { roomUsed, t } from '../../i18n/index.ts';
import styles from './SpaceBar.module.css';

/** How much of a group's storage is used. `used` and `total` are bytes. */
export function SpaceBar({ used, total }: { used: number; total: number }) {
  const percent = total > 0 ? Math.min(100, (used / total) * 100) : 0;
  const facts = roomUsed(used, total);
  return (
    <span className={styles.space} title={t('groups.usedLabel', facts)}>
      <span className={styles.spaceText}>{t('groups.usedOf', facts)}</span>
      <span className={styles.bar} aria-hidden>
        <i style={{ width: `${percent}%` }} data-full={percent >= 90 || undefined} data-any={used > 0 || undefined} />
      </span>
    </span>
  );
}
