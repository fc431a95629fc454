import type { MatchedPart } from '@alcove/contract';
import styles from './Marked.module.css';

/** A text with the keyword's matches highlighted. `parts` are in order and do not overlap. */
export function Marked({ text, parts }: { text: string; parts: readonly MatchedPart[] }) {
  return (
    <>
      {parts.map(([from, to], index) => (
        <span key={from}>
          {text.slice(parts[index - 1]?.[1] ?? 0, from)}
          <mark className={styles.mark}>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(parts.at(-1)?.[1] ?? 0)}
    </>
  );
}

/** The same on one line, truncated where it is too long. */
export function MarkedName({ text, parts }: { text: string; parts: readonly MatchedPart[] }) {
  return (
    <span className={styles.name} title={text}>
      <Marked text={text} parts={parts} />
    </span>
  );
}
