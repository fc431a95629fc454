/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are drawn out of order and in CSS grids: a <table> cannot be one */
import styles from './data-table.module.css';

const widths = [34, 22, 41, 28, 37, 25, 31];

/** Placeholder rows of the final geometry, fading out downward; they appear after 150 ms, so that a quick response shows none. */
export function TableSkeleton({ rows, phone, label }: { rows: number; phone: boolean; label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={phone ? styles.phoneRow : styles.row} style={{ opacity: Math.max(0.06, 1 - index / rows) }}>
          {!phone && <span />}
          <span className={styles.primary}>
            <i className={styles.bone} style={{ width: phone ? 40 : 24, height: phone ? 40 : 24 }} />
            <i className={styles.bone} style={{ width: `${widths[index % widths.length] ?? 30}%` }} />
          </span>
          {!phone && (
            <>
              <i className={styles.bone} style={{ width: 76 }} />
              <i className={styles.bone} style={{ width: 88 }} />
              <i className={styles.bone} style={{ width: 56, justifySelf: 'end' }} />
            </>
          )}
        </div>
      ))}
    </div>
  );
}
