/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a tree has no tag of its own */
import { ActionIcon, Loader } from '@mantine/core';
import { ChevronRight, Ellipsis } from 'lucide-react';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuPlace } from '../../ui/data-table/index.ts';
import { RowMenu } from '../../ui/data-table/RowMenu.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { VirtualRows } from '../../ui/virtual-rows/VirtualRows.tsx';
import { departmentEntries } from './department-menu.tsx';
import { treeTop, type TreeDepartment } from './department-queries.ts';
import type { DepartmentPaneProps } from './DepartmentPane.tsx';
import { treeStep } from '../../features/people/tree-rows.ts';
import { useDepartmentRows, useOnlyDepartment, type DepartmentRow } from './use-department-rows.ts';
import styles from './department-pane.module.css';

/** The tree of departments, with a menu on each for who may manage them. */
export function DepartmentTree({ value, onChoose, actions }: DepartmentPaneProps) {
  const treeId = useId();
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ place: MenuPlace; department: TreeDepartment } | null>(null);
  const only = useOnlyDepartment();
  const open = useMemo(() => {
    const unfolded = [...toggled].flatMap(([id, on]) => (on ? [id] : []));
    return new Set([treeTop, ...unfolded, ...(only !== null && toggled.get(only) !== false ? [only] : [])]);
  }, [toggled, only]);
  const { rows, retry } = useDepartmentRows(open);
  const rowHeight = usePhone() ? 44 : 32;
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === (activeKey ?? value)),
  );
  const unfold = (departmentId: string, on: boolean) => setToggled((before) => new Map(before).set(departmentId, on));
  const entriesOf = (department: TreeDepartment) => departmentEntries(department, actions);
  const choose = (row: DepartmentRow) => {
    if (row.kind === 'department') onChoose(row.department.departmentId);
    else if (row.kind === 'failed') retry(row.of);
  };
  const openMenu = (department: TreeDepartment, element: Element) => {
    const { right, top } = element.getBoundingClientRect();
    setMenu({ department, place: { x: right - 24, y: top + 16 } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (row?.kind === 'department' && (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))) {
      const element = document.getElementById(`${treeId}-${active}`);
      if (element && entriesOf(row.department).length > 0) openMenu(row.department, element);
      event.preventDefault();
      return;
    }
    const step = treeStep(rows, active, event.key);
    if (!row || !step) return;
    event.preventDefault();
    if (step.do === 'go') setActiveKey(rows[step.to]?.key ?? null);
    else if (step.do === 'choose') choose(row);
    else unfold(step.departmentId, step.do === 'unfold');
  };
  if (rows.length === 0) return <p className={styles.none}>{t('departments.noDepartments')}</p>;
  return (
    <>
      <VirtualRows
        id={treeId}
        role="tree"
        aria-label={t('adminPeople.tree')}
        aria-activedescendant={`${treeId}-${active}`}
        tabIndex={0}
        className={styles.tree ?? ''}
        count={rows.length}
        rowHeight={rowHeight}
        active={activeKey === null ? -1 : active}
        onKeyDown={onKeyDown}
      >
        {(index) => {
          const row = rows[index];
          if (!row) return null;
          const department = row.kind === 'department' ? row.department : null;
          const movable = department?.managed && actions.move;
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree itself has the focus and handles the keys
            <div
              role="treeitem"
              id={`${treeId}-${index}`}
              aria-level={row.level}
              aria-expanded={row.kind === 'department' && row.department.hasChildren ? row.open : undefined}
              aria-selected={department !== null && department.departmentId === value}
              className={styles.row}
              data-active={index === active || undefined}
              data-department-id={department?.departmentId}
              draggable={movable ? true : undefined}
              style={{ paddingInlineStart: 8 + (row.level - 1) * 16, height: rowHeight }}
              onClick={() => {
                setActiveKey(row.key);
                choose(row);
              }}
              onContextMenu={(event) => {
                if (!department || entriesOf(department).length === 0) return;
                event.preventDefault();
                setMenu({ department, place: { x: event.clientX, y: event.clientY } });
              }}
            >
              {row.kind === 'department' ? (
                <>
                  <Unfold
                    row={row}
                    onToggle={() => {
                      setActiveKey(row.key);
                      unfold(row.department.departmentId, !row.open);
                    }}
                  />
                  <span className={styles.name} title={row.department.name}>
                    {row.department.name}
                  </span>
                  <span className={styles.count}>{row.department.people.toLocaleString('en-US')}</span>
                  {entriesOf(row.department).length > 0 && (
                    <ActionIcon
                      className={styles.more ?? ''}
                      size="xs"
                      tabIndex={-1}
                      aria-label={t('adminPeople.departmentMenu', { name: row.department.name })}
                      onClick={(event) => {
                        event.stopPropagation();
                        openMenu(row.department, event.currentTarget);
                      }}
                    >
                      <Ellipsis size={14} strokeWidth={1.75} aria-hidden />
                    </ActionIcon>
                  )}
                </>
              ) : (
                <Aside row={row} />
              )}
            </div>
          );
        }}
      </VirtualRows>
      <RowMenu
        label={menu ? t('adminPeople.departmentMenu', { name: menu.department.name }) : ''}
        place={menu?.place ?? null}
        entries={menu ? entriesOf(menu.department) : []}
        onClose={() => {
          setMenu(null);
          document.getElementById(treeId)?.focus({ preventScroll: true });
        }}
      />
    </>
  );
}

function Unfold({ row, onToggle }: { row: Extract<DepartmentRow, { kind: 'department' }>; onToggle(): void }) {
  if (!row.department.hasChildren) return <span className={styles.noUnfold} />;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrow keys expand and collapse
    <span
      className={styles.unfold}
      data-open={row.open || undefined}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
    </span>
  );
}

function Aside({ row }: { row: DepartmentRow }) {
  if (row.kind === 'loading') return <Loader size={14} aria-label={t('common.loading')} />;
  if (row.kind === 'failed') return <span className={styles.count}>{t('adminPeople.levelFailed')}</span>;
  return <span className={styles.count}>{t('departments.tooManyBelow', { limit: limits.subDepartments })}</span>;
}
