import type { MatchedPart } from '@alcove/contract';
import styles from './search.module.css';

/** A text with the parts that the keyword met. They come in order and do not overlap. */
export function Marked({ text, parts }: { text: string; parts: readonly MatchedPart[] }) {
  const pieces = parts.map(([from, to], index) => (
    <span key={from}>
      {text.slice(parts[index - 1]?.[1] ?? 0, from)}
      <mark className={styles.mark}>{text.slice(from, to)}</mark>
    </span>
  ));
  return (
    <span className={styles.marked} title={text}>
      {pieces}
      {text.slice(parts.at(-1)?.[1] ?? 0)}
    </span>
  );
}
