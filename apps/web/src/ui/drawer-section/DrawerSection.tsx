import styles from './DrawerSection.module.css';

/** The head of a part of the details that shows a few, and the way to all. */
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
