import { t } from '../../i18n/index.ts';
import styles from './SkeletonRows.module.css';

const widths = [38, 62, 51, 74, 45, 66, 56];

/** Placeholder rows in the list's own geometry, fading out downward; they appear after 150 ms, so that a quick response shows none. */
export function SkeletonRows({ rows = 12 }: { rows?: number }) {
  return (
    <div className={styles.rows} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row} style={{ opacity: Math.max(0.08, 1 - index / rows) }}>
          <i className={styles.icon} />
          <i className={styles.bar} style={{ width: `${(widths[index % widths.length] ?? 50) / 2}%` }} />
          <span className={styles.grow} />
          <i className={styles.fact} />
        </div>
      ))}
    </div>
  );
}
