import styles from './Gate.module.css';

const wide = [
  [640, 0.03],
  [500, 0.033],
  [364, 0.038],
] as const;
const narrow = [
  [300, 0.03],
  [216, 0.035],
  [132, 0.04],
] as const;

/** The row of arches behind the gate, one within the other. */
export function Arches() {
  return (
    <>
      <svg className={styles.arches} data-wide width="1440" height="760" viewBox="0 0 1440 760" aria-hidden fill="var(--accent)">
        {wide.map(([w, opacity]) => (
          <path key={w} opacity={opacity} d={`M${720 - w} 760V${700 - (640 - w) * 0.12}a${w} ${w * 0.98} 0 0 1 ${w * 2} 0V760z`} />
        ))}
      </svg>
      <svg className={styles.arches} width="1440" height="760" viewBox="0 0 1440 760" aria-hidden fill="var(--accent)">
        {narrow.map(([w, opacity]) => (
          <path key={w} opacity={opacity} d={`M${720 - w} 760V${660 - (300 - w) * 0.5}a${w} ${w * 0.98} 0 0 1 ${w * 2} 0V760z`} />
        ))}
      </svg>
    </>
  );
}
