import { limits } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { SkeletonRows } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { VirtualRows } from '../../ui/virtual-rows/VirtualRows.tsx';
import type { Choice } from './chosen.ts';
import { ChoiceFace, Tick } from './ChoiceFace.tsx';
import { optionId, type FoundRow } from './found-rows.ts';
import { Hint } from './Hint.tsx';
import { rowHeights } from './row-heights.ts';
import styles from './people.module.css';

interface FoundListProps {
  id: string;
  keyword: string;
  /** The rows are the results for the current keyword. */
  settled: boolean;
  error: Error | null;
  onRetry(): void;
  onClear(): void;
  rows: readonly FoundRow[];
  active: number;
  ids: ReadonlySet<string>;
  onToggle(choice: Choice): void;
}

export function FoundList({ id, keyword, settled, error, onRetry, onClear, rows, active, ids, onToggle }: FoundListProps) {
  const rowHeight = rowHeights[usePhone() ? 'phone' : 'desk'];
  if (rows.length === 0) {
    if (error) return <Hint alert text={failureMessage(error, t('errors.unknown'))} action={{ label: t('common.retry'), run: onRetry }} />;
    if (!settled) return <SkeletonRows rows={6} />;
    return <Hint text={t('common.nothingFoundFor', { query: keyword })} action={{ label: t('departments.clear'), run: onClear }} />;
  }
  const people = rows.filter(({ choice }) => choice.kind === 'person').length;
  return (
    <>
      <VirtualRows
        id={id}
        role="listbox"
        aria-label={t('departments.found')}
        aria-multiselectable
        className={styles.panel}
        count={rows.length}
        rowHeight={rowHeight}
        active={active}
      >
        {(index) => {
          const row = rows[index];
          if (!row) return null;
          const chosen = ids.has(row.choice.id);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field's keys move and choose
            <div
              role="option"
              id={optionId(id, index)}
              aria-selected={chosen}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className={styles.row}
              data-active={index === active || undefined}
              data-chosen={chosen || undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onToggle(row.choice)}
            >
              <Tick on={chosen} />
              <ChoiceFace choice={row.choice} nameMatch={row.nameMatch} accountMatch={row.accountMatch} />
            </div>
          );
        }}
      </VirtualRows>
      <p className={styles.note} role="status">
        {people < limits.foundPerSearch
          ? t('departments.foundCount', { count: rows.length })
          : t('departments.foundMany', { limit: limits.foundPerSearch })}
      </p>
    </>
  );
}
