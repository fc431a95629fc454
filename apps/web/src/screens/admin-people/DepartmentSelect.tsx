import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { useSettled } from '../../ui/use-settled.ts';

interface DepartmentSelectProps {
  value: string | null;
  /** The name of the chosen department, if it is known already. */
  name: string;
  error?: string | undefined;
  onChange(departmentId: string | null): void;
}

/** Chooses one department by its name or pinyin, or none. */
export function DepartmentSelect({ value, name, error, onChange }: DepartmentSelectProps) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const label = picked?.value === value ? picked?.label : name;
  const shown = value === null ? null : { value, label: label || '…' };
  const keyword = useSettled(typed.trim() === shown?.label ? '' : typed.trim(), 200);
  const { data: found, isFetching } = useQuery({
    queryKey: ['admin', 'departmentChoices', keyword],
    queryFn: async ({ signal }) => {
      if (keyword !== '')
        return (await call(calls.search.searchDepartments, { keyword, limit: 20 }, { signal })).map((one) => ({
          value: one.departmentId,
          label: [...one.path, one.name].join(' / '),
        }));
      const { departments } = await call(calls.department.queryChildren, { page: 1, pageSize: 10 }, { signal });
      return departments.map((one) => ({ value: one.departmentId, label: one.name }));
    },
  });
  const choices = found ?? [];
  const data = shown && !choices.some((one) => one.value === shown.value) ? [shown, ...choices] : choices;
  return (
    <Select
      name="departmentId"
      label={t('adminPeople.department')}
      placeholder={t('adminPeople.noDepartment')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      data={data}
      filter={({ options }) => options}
      value={value}
      error={error}
      nothingFoundMessage={isFetching ? t('common.loading') : t('adminPeople.noneFound')}
      onSearchChange={setTyped}
      onChange={(next) => {
        setPicked(data.find((one) => one.value === next) ?? null);
        onChange(next);
      }}
    />
  );
}
