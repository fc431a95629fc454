import { SafeMarkdown } from './SafeMarkdown.tsx';
import styles from './markdown.module.css';
import textStyles from './text.module.css';

/** Rendered Markdown of a file. */
export default function MarkdownView({ text, label }: { text: string; label: string }) {
  return (
    <div className={textStyles.paper} tabIndex={0} role="document" aria-label={label} data-under-bar>
      <article className={styles.markdown}>
        <SafeMarkdown text={text} />
      </article>
    </div>
  );
}
