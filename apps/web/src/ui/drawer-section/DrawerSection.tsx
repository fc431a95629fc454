import styles from './DrawerSection.module.css';

/** The head of a drawer section that shows the first few entries, with a button for all. */
export function DrawerSection({ title, all, onAll }: { title: string; all: string; onAll(): void }) {
  return (
    <div className={styles.section}>
      {title}
      <button type="button" className={styles.all} onClick={onAll}>
        {all}
      </button>
    </div>
  );
}
