import type { MatchedPart } from '@alcove/contract';
import styles from './Marked.module.css';

/** A text with the parts that the keyword met. They come in order and do not overlap. */
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

/** The same in one line, cut where it is too long. */
export function MarkedName({ text, parts }: { text: string; parts: readonly MatchedPart[] }) {
  return (
    <span className={styles.name} title={text}>
      <Marked text={text} parts={parts} />
    </span>
  );
}
