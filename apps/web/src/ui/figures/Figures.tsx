import styles from './figures.module.css';

export interface Figure {
  label: string;
  value: number;
  /** Something is wrong. */
  bad?: boolean;
}

/** A row of large numbers. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, bad }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-bad={(bad && value > 0) || undefined}>{value.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}
