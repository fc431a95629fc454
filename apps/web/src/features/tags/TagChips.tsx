import { t } from '../../i18n/index.ts';
import styles from './tags.module.css';

const shown = 2;

/** The first tags of a row; clicking one filters by it. */
export function TagChips({ tags, onPick }: { tags: readonly string[]; onPick(tag: string): void }) {
  if (tags.length === 0) return null;
  return (
    <span className={styles.chips} title={tags.join(' · ')}>
      {tags.slice(0, shown).map((tag) => (
        <button
          key={tag}
          type="button"
          tabIndex={-1}
          className={styles.chip}
          aria-label={t('tags.filterBy', { tag })}
          onClick={(event) => {
            event.stopPropagation();
            onPick(tag);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          {tag}
        </button>
      ))}
      {tags.length > shown && <span className={styles.rest}>+{tags.length - shown}</span>}
    </span>
  );
}
