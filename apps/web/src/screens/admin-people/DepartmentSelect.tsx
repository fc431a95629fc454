import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { departmentsNamed } from './department-queries.ts';

interface DepartmentSelectProps {
  label: string;
  /** Said when there is none. */
  placeholder: string;
  value: string | null;
  /** The name of the chosen department, if it is known already. */
  name: string;
  error?: string | undefined;
  disabled?: boolean;
  onChange(departmentId: string | null): void;
}

const shownAtOnce = 50;

/** Chooses one department by its name or pinyin, or none. */
export function DepartmentSelect({ label, placeholder, value, name, error, disabled = false, onChange }: DepartmentSelectProps) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const shown = value === null ? null : { value, label: (picked?.value === value ? picked?.label : name) || '…' };
  const keyword = useSettled(typed.trim() === shown?.label ? '' : typed.trim(), 200);
  const { data: found, isFetching } = useQuery(departmentsNamed(keyword));
  const choices = (found ?? [])
    .slice(0, shownAtOnce)
    .map((one) => ({ value: one.departmentId, label: [...one.path, one.name].join(' / ') }));
  const data = shown && !choices.some((one) => one.value === shown.value) ? [shown, ...choices] : choices;
  return (
    <Select
      name="departmentId"
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      disabled={disabled}
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
