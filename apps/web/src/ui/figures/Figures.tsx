import styles from './figures.module.css';

export interface Figure {
  label: string;
  value: number;
  /** Something is wrong. */
  bad?: boolean;
  /** Something is left for people to settle. */
  warns?: boolean;
}

/** A row of large numbers. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, bad, warns }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-bad={(bad && value > 0) || undefined} data-warns={(warns && value > 0) || undefined}>
            {value.toLocaleString('en-US')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
