import { Button, Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Building2, Plus, Search, UserX } from 'lucide-react';
import { useState } from 'react';
import { limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { departmentsNamed, type TreeDepartment } from './department-queries.ts';
import { DepartmentTree } from './DepartmentTree.tsx';
import { withoutDepartment } from './people-filter.ts';
import type { DepartmentActions } from './use-department-actions.tsx';
import styles from './department-pane.module.css';

export interface DepartmentPaneProps {
  /** The chosen department, `none`, or null for the whole company. */
  value: string | null;
  onChoose(department: string | null): void;
  actions: DepartmentActions;
}

/** The company's departments: each level loads when it is expanded. A keyword shows the departments with that name instead. */
export function DepartmentPane({ value, onChoose, actions }: DepartmentPaneProps) {
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
            <Fixed kind="everybody" current={value === null} onClick={() => onChoose(null)} />
            <Fixed kind="withoutDepartment" current={value === withoutDepartment} onClick={() => onChoose(withoutDepartment)} />
          </div>
          <DepartmentTree value={value} onChoose={onChoose} actions={actions} />
        </>
      ) : (
        <Named keyword={keyword} value={value} onChoose={onChoose} />
      )}
      {actions.create && (
        <Button
          className={styles.create ?? ''}
          variant="subtle"
          color="gray"
          size={phone ? 'lg' : 'xs'}
          leftSection={<Plus size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => actions.create?.(value)}
        >
          {t('adminPeople.createDepartment')}
        </Button>
      )}
    </section>
  );
}

/** Everybody, and those without a department: what is no department itself. People can be dropped on the latter. */
function Fixed({ kind, current, onClick }: { kind: 'everybody' | 'withoutDepartment'; current: boolean; onClick(): void }) {
  const Icon = kind === 'everybody' ? Building2 : UserX;
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={current}
      data-department-id={kind === 'withoutDepartment' ? '' : undefined}
      onClick={onClick}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span className={styles.name}>{t(`adminPeople.${kind}`)}</span>
    </button>
  );
}

function Named({ keyword, value, onChoose }: Omit<DepartmentPaneProps, 'actions'> & { keyword: string }) {
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
      {data.map((department: TreeDepartment) => (
        <button
          key={department.departmentId}
          type="button"
          className={styles.row}
          aria-pressed={department.departmentId === value}
          data-department-id={department.departmentId}
          title={[...department.path, department.name].join(' / ')}
          onClick={() => onChoose(department.departmentId)}
        >
          <span className={styles.name}>
            {department.name}
            {department.path.length > 0 && <span className={styles.path}> {department.path.at(-1)}</span>}
          </span>
          <span className={styles.count}>{department.people.toLocaleString('en-US')}</span>
        </button>
      ))}
    </div>
  );
}
