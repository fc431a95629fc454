/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a tree has no tag of its own */
import { Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Building2, ChevronRight, Search, UserX } from 'lucide-react';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { limits } from '@alcove/contract';
import { treeStep, treeTop, type TreeRow } from '../../features/people/tree-rows.ts';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { VirtualRows } from '../../ui/virtual-rows/VirtualRows.tsx';
import { departmentsNamed } from './department-queries.ts';
import { withoutDepartment } from './people-filter.ts';
import { useDepartmentRows, useOnlyDepartment } from './use-department-rows.ts';
import styles from './department-pane.module.css';

interface DepartmentPaneProps {
  /** The chosen department, `none`, or null for the whole company. */
  value: string | null;
  onChoose(department: string | null, name: string): void;
}

/** The company's departments: each level loads when it is expanded. A keyword shows the departments with that name instead. */
export function DepartmentPane({ value, onChoose }: DepartmentPaneProps) {
  const [typed, setTyped] = useState('');
  const phone = usePhone();
  const keyword = useSettled(typed.trim(), 200);
  return (
    <section className={styles.pane} aria-label={t('adminPeople.departments')}>
      <TextInput
        size={phone ? 'md' : 'xs'}
        className={styles.find ?? ''}
        value={typed}
        placeholder={t('adminPeople.findDepartment')}
        aria-label={t('adminPeople.findDepartment')}
        leftSection={<Search size={14} strokeWidth={1.75} aria-hidden />}
        maxLength={limits.departmentNameLength}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {keyword === '' ? (
        <>
          <div className={styles.fixed}>
            <Fixed current={value === null} label={t('adminPeople.everybody')} onClick={() => onChoose(null, '')} />
            <Fixed
              current={value === withoutDepartment}
              label={t('adminPeople.withoutDepartment')}
              onClick={() => onChoose(withoutDepartment, '')}
            />
          </div>
          <Tree value={value} onChoose={onChoose} />
        </>
      ) : (
        <Named keyword={keyword} value={value} onChoose={onChoose} />
      )}
    </section>
  );
}

function Fixed({ current, label, onClick }: { current: boolean; label: string; onClick(): void }) {
  const Icon = label === t('adminPeople.everybody') ? Building2 : UserX;
  return (
    <button type="button" className={styles.row} aria-pressed={current} onClick={onClick}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span className={styles.name}>{label}</span>
    </button>
  );
}

function Tree({ value, onChoose }: DepartmentPaneProps) {
  const treeId = useId();
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const only = useOnlyDepartment();
  const open = useMemo(() => {
    const unfolded = [...toggled].flatMap(([id, on]) => (on ? [id] : []));
    return new Set([treeTop, ...unfolded, ...(only !== null && toggled.get(only) !== false ? [only] : [])]);
  }, [toggled, only]);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { rows, retry } = useDepartmentRows(open);
  const rowHeight = usePhone() ? 44 : 32;
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === (activeKey ?? value)),
  );
  const unfold = (departmentId: string, on: boolean) => setToggled((before) => new Map(before).set(departmentId, on));
  const choose = (row: TreeRow) => {
    if (row.kind === 'department') onChoose(row.department.departmentId, row.department.name);
    else if (row.kind === 'failed') retry(row.of);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [row, step] = [rows[active], treeStep(rows, active, event.key)];
    if (!row || !step) return;
    event.preventDefault();
    if (step.do === 'go') setActiveKey(rows[step.to]?.key ?? null);
    else if (step.do === 'choose') choose(row);
    else unfold(step.departmentId, step.do === 'unfold');
  };
  if (rows.length === 0) return <p className={styles.none}>{t('departments.noDepartments')}</p>;
  return (
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
        const current = row.kind === 'department' && row.department.departmentId === value;
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree itself has the focus and handles the keys
          <div
            role="treeitem"
            id={`${treeId}-${index}`}
            aria-level={row.level}
            aria-expanded={row.kind === 'department' && row.hasChildren ? row.open : undefined}
            aria-selected={current}
            className={styles.row}
            data-active={index === active || undefined}
            style={{ paddingInlineStart: 8 + (row.level - 1) * 16, height: rowHeight }}
            onClick={() => {
              setActiveKey(row.key);
              choose(row);
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
              </>
            ) : (
              <Aside row={row} />
            )}
          </div>
        );
      }}
    </VirtualRows>
  );
}

function Unfold({ row, onToggle }: { row: Extract<TreeRow, { kind: 'department' }>; onToggle(): void }) {
  if (!row.hasChildren) return <span className={styles.noUnfold} />;
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

function Aside({ row }: { row: TreeRow }) {
  if (row.kind === 'loading') return <Loader size={14} aria-label={t('common.loading')} />;
  if (row.kind === 'failed') return <span className={styles.count}>{t('adminPeople.levelFailed')}</span>;
  return <span className={styles.count}>{t('departments.tooManyBelow', { limit: limits.subDepartments })}</span>;
}

function Named({ keyword, value, onChoose }: DepartmentPaneProps & { keyword: string }) {
  const { data, isPending, isError, refetch } = useQuery(departmentsNamed(keyword));
  if (isPending) return <Loader size={14} m={12} aria-label={t('common.loading')} />;
  if (isError)
    return (
      <button type="button" className={styles.row} onClick={() => void refetch()}>
        {t('adminPeople.levelFailed')}
      </button>
    );
  if (data.length === 0) return <p className={styles.none}>{t('adminPeople.noneFound')}</p>;
  return (
    <div className={styles.found}>
      {data.map(({ departmentId, name, path, people }) => (
        <button
          key={departmentId}
          type="button"
          className={styles.row}
          aria-pressed={departmentId === value}
          title={[...path, name].join(' / ')}
          onClick={() => onChoose(departmentId, name)}
        >
          <span className={styles.name}>
            {name}
            {path.length > 0 && <span className={styles.path}> {path.at(-1)}</span>}
          </span>
          <span className={styles.count}>{people.toLocaleString('en-US')}</span>
        </button>
      ))}
    </div>
  );
}
