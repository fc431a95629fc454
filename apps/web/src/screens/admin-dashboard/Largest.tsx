import type { LargeSpace } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import styles from './dashboard.module.css';

/** The spaces that use the most, as they were measured. */
export function Largest({ spaces }: { spaces: readonly LargeSpace[] }) {
  const most = spaces[0]?.usedBytes ?? 1;
  return (
    <section className={styles.part} aria-label={t('adminDashboard.largest')}>
      <h2>{t('adminDashboard.largest')}</h2>
      {spaces.length === 0 && <p className={styles.note}>{t('adminDashboard.noSpaces')}</p>}
      <ul className={styles.spaces}>
        {spaces.map(({ spaceId, kind, name, usedBytes }) => (
          <li key={spaceId}>
            <span className={styles.cut} title={name}>
              {name}
            </span>
            <span className={styles.kind}>{t(`adminDashboard.${kind}`)}</span>
            <span className={styles.bar} aria-hidden>
              <i style={{ width: `${(usedBytes / most) * 100}%` }} />
            </span>
            <span className={styles.size}>{formatSize(usedBytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
