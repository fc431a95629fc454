import { splitName } from '@alcove/contract';
import styles from './FileName.module.css';
import { keepCut } from './name-cut.ts';

/** Right-to-left letters join and reorder; truncating in the middle would change their shapes and order. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * A single-line name that truncates in the middle, so that the end with the extension always shows. The tooltip has the whole name.
 * `drags`: the row is dragged by its name.
 */
export function FileName({ name, strong = false, drags = false }: { name: string; strong?: boolean; drags?: boolean }) {
  const { stem, extension } = splitName(name);
  const characters = [...stem];
  const mixed = rightToLeft.test(name);
  const kept = characters.length > 14 && !mixed ? 5 : 0;
  const end = (kept > 0 ? characters.slice(-kept).join('') : '') + extension;
  const start = kept > 0 ? characters.slice(0, -kept).join('') : stem;
  return (
    <span
      key={name}
      ref={mixed ? null : keepCut}
      className={styles.name}
      title={name}
      data-strong={strong || undefined}
      draggable={drags || undefined}
      data-no-marquee={drags || undefined}
    >
      <span className={styles.start}>{start}</span>
      <span className={styles.tail}>
        <span className={styles.dots} aria-hidden />
        {end}
      </span>
    </span>
  );
}
