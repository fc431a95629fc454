/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a tree has no tag of its own */
import { Loader } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { VirtualRows } from '../../ui/virtual-rows/VirtualRows.tsx';
import { departmentChoice, personChoice, type Choice } from './chosen.ts';
import { ChoiceFace, Tick } from './ChoiceFace.tsx';
import { optionId } from './found-rows.ts';
import { Hint } from './Hint.tsx';
import { rowHeights } from './row-heights.ts';
import { activeAt, treeStep, treeTop, type TreeRow } from './tree-rows.ts';
import { useTreeRows } from './use-tree-rows.ts';
import styles from './people.module.css';

interface DepartmentTreeProps {
  ids: ReadonlySet<string>;
  onToggle(choice: Choice): void;
  peopleOnly: boolean;
}

const choiceOf = (row: TreeRow): Choice | null =>
  row.kind === 'department' ? departmentChoice(row.department) : row.kind === 'person' ? personChoice(row.person) : null;

/** The company's departments and people. Each level loads when it is expanded, people in pages of a hundred. */
export function DepartmentTree({ ids, onToggle, peopleOnly }: DepartmentTreeProps) {
  const treeId = useId();
  const rowHeight = rowHeights[usePhone() ? 'phone' : 'desk'];
  // The number of loaded pages of people, by expanded department.
  const [open, setOpen] = useState<ReadonlyMap<string, number>>(() => new Map([[treeTop, 1]]));
  const [activeRow, setActiveRow] = useState<{ key: string; at: number } | null>(null);
  const { rows, retry } = useTreeRows(open);
  const active = activeAt(rows, activeRow);

  const show = (departmentId: string, pages: number) =>
    setOpen((before) => {
      const next = new Map(before);
      if (pages === 0) next.delete(departmentId);
      else next.set(departmentId, pages);
      return next;
    });
  const activateAt = (at: number) => setActiveRow({ key: rows[at]?.key ?? '', at });
  const activate = (row: TreeRow) => {
    const choice = choiceOf(row);
    if (row.kind === 'department' && peopleOnly) show(row.department.departmentId, row.open ? 0 : 1);
    else if (choice) onToggle(choice);
    else if (row.kind === 'failed') retry(row.of, row.page);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [row, step] = [rows[active], treeStep(rows, active, event.key)];
    if (!row || !step) return;
    event.preventDefault();
    if (step.do === 'go') activateAt(step.to);
    else if (step.do === 'choose') activate(row);
    else show(step.departmentId, step.do === 'unfold' ? 1 : 0);
  };

  if (rows.length === 0) return <Hint text={t('departments.noDepartments')} />;
  return (
    <VirtualRows
      id={treeId}
      role="tree"
      aria-label={t('departments.tree')}
      aria-multiselectable
      aria-activedescendant={optionId(treeId, active)}
      tabIndex={0}
      className={styles.panel}
      count={rows.length}
      rowHeight={rowHeight}
      active={activeRow === null ? -1 : active}
      onKeyDown={onKeyDown}
    >
      {(index) => {
        const row = rows[index];
        if (!row) return null;
        const choice = choiceOf(row);
        const chosen = choice !== null && ids.has(choice.id);
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree itself has the focus and handles the keys
          <div
            role="treeitem"
            id={optionId(treeId, index)}
            aria-level={row.level}
            aria-expanded={row.kind === 'department' && row.hasChildren ? row.open : undefined}
            aria-selected={peopleOnly && row.kind === 'department' ? undefined : chosen}
            className={styles.row}
            style={{ paddingInlineStart: 8 + (row.level - 1) * 16 }}
            data-active={index === active || undefined}
            data-chosen={chosen || undefined}
            onClick={() => {
              activateAt(index);
              activate(row);
            }}
          >
            {row.kind === 'department' && row.hasChildren ? (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrow keys expand and collapse
              <span
                className={styles.unfold}
                data-open={row.open || undefined}
                onClick={(event) => {
                  event.stopPropagation();
                  activateAt(index);
                  show(row.department.departmentId, row.open ? 0 : 1);
                }}
              >
                <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
              </span>
            ) : (
              <span className={styles.noUnfold} />
            )}
            {choice ? (
              <>
                {!(peopleOnly && row.kind === 'department') && <Tick on={chosen} />}
                <ChoiceFace choice={choice} withPath={false} />
              </>
            ) : (
              <OtherRow row={row} onMore={show} />
            )}
          </div>
        );
      }}
    </VirtualRows>
  );
}

/** Rows that cannot be chosen: loading, failed and truncated levels. */
function OtherRow({ row, onMore }: { row: TreeRow; onMore(departmentId: string, pages: number): void }) {
  if (row.kind === 'loading') return <Loader size={14} aria-label={t('common.loading')} />;
  if (row.kind === 'failed') return <span className={styles.aside}>{t('departments.levelFailed')}</span>;
  if (row.kind === 'cut') return <span className={styles.aside}>{t('departments.tooManyBelow', { limit: limits.subDepartments })}</span>;
  if (row.kind === 'more') return <More left={row.left} onSight={() => onMore(row.of, row.page)} />;
  return null;
}

/** Loads the next page when it scrolls into view. */
function More({ left, onSight }: { left: number; onSight(): void }) {
  // oxlint-disable-next-line react/exhaustive-deps -- only on mount
  useEffect(onSight, []);
  return <span className={styles.aside}>{t('departments.more', { count: left })}</span>;
}
